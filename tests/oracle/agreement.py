"""Golden values of agreement statistics from independent implementations.

    pip install scikit-learn==1.9.1 statsmodels==0.15.0 krippendorff==0.9.0
    TASKFLOW_SHARED=... python tests/oracle/agreement.py > tests/oracle/agreement.json
"""

import csv
import json
import os
import random
import warnings

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score, f1_score
from statsmodels.stats.inter_rater import fleiss_kappa

warnings.filterwarnings("ignore")
LABELS = (
    "tests bug-fix new-feature generate-docs refactor transformation debug planning explain "
    "question meta-question code-review execute data-analysis greeting other"
).split()
K = len(LABELS)


def number(value):
    return None if np.isnan(value) else float(value)


def case(name, sets, keep_codes):
    codes = np.array(sets)
    pairs = []
    for a in range(len(codes)):
        for b in range(a + 1, len(codes)):
            both = (codes[a] >= 0) & (codes[b] >= 0)
            x, y = codes[a][both], codes[b][both]
            f1 = f1_score(x, y, labels=list(range(K)), average=None, zero_division=np.nan)
            pairs.append({
                "exact": float((x == y).mean()),
                "kappa": number(cohen_kappa_score(x, y, labels=list(range(K)))),
                "f1": [number(value) for value in f1],
            })
    whole = codes[:, (codes >= 0).all(axis=0)]
    table = np.array([[np.sum(column == k) for k in range(K)] for column in whole.T])
    data = np.where(codes < 0, np.nan, codes.astype(float))
    alpha = krippendorff.alpha(
        reliability_data=data, level_of_measurement="nominal", value_domain=list(range(K)))
    return {
        "name": name,
        **({"codes": codes.tolist()} if keep_codes else {}),
        "pairs": pairs,
        "fleiss": number(fleiss_kappa(table)),
        "alpha": number(alpha),
    }


def made():
    rng = random.Random(20261201)
    for name, n, sets, right, missing, used in [
        ("two sets", 60, 2, 0.8, 0, 16),
        ("three sets", 80, 3, 0.7, 0, 16),
        ("three sets, labels missing", 80, 3, 0.75, 0.25, 16),
        ("five sets, many missing", 50, 5, 0.5, 0.5, 6),
        ("two sets, two labels", 40, 2, 0.6, 0, 2),
        ("two sets, chance", 60, 2, 0, 0, 4),
    ]:
        truth = [rng.randrange(used) for _ in range(n)]
        yield case(name, [[
            -1 if rng.random() < missing
            else t if rng.random() < right else rng.randrange(used)
            for t in truth
        ] for _ in range(sets)], True)


def real(file, a, b):
    with open(f"{os.environ['TASKFLOW_SHARED']}/labels/{file}") as lines:
        rows = list(csv.DictReader(lines))
    return case(file, [[LABELS.index(row[column]) for row in rows] for column in (a, b)], False)


print(json.dumps({"cases": list(made()), "shared": [
    {**real("agreement.csv", "reader_a", "reader_b"), "columns": ["reader_a", "reader_b"]},
    {**real("swe-bench-pro.csv", "annotator_a", "annotator_b"),
     "columns": ["annotator_a", "annotator_b"]},
    {**real("reference_predictions.csv", "intent", "reference"),
     "columns": ["intent", "reference"]},
]}))
