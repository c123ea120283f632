"""python3 -m rootcellar"""

import sys

from rootcellar.cli import main

sys.exit(main())
