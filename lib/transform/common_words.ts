/**
 * Words that carry no requirement of their own.
 *
 * @module
 */

/** Words of grammar, and of asking: their presence or absence in a text says nothing about its matter. */
export const GRAMMAR: ReadonlySet<string> = new Set(
  `a about above according across actual actually after again against all almost along already also
although always am among an and another any anybody anyone anything anyway anywhere apart are around
as at away back bad be became because become been before behind being below best better between both
but by came can cannot come comes could currently did different do does doesn doing don done down due
during each easy either else enough ensure entirely etc even every everybody everyone everything
everywhere exactly except far few first following for from full fully further gave general get gets
getting give given gives go goes going gone good got great had happen happens has have haven having
he help hence her here him his hold how however i if in inside instead into is isn it its itself just
keep keeps kept kind last later least left less let lets like likely little ll long longer look looks
lot made mainly make makes making many may maybe me mean means meant might more moreover most much
must my namely near necessary need needed needs never new next no nobody none nor not nothing now
nowhere obviously of off often on once one ones only onto or other others otherwise our out outside
over own particular per perhaps place please point possible possibly present probably properly put
quite rather re really regarding respectively right s same say says see seem seems seen several shall
she should shouldn show shows similar simply since so some somebody somehow someone something
sometimes somewhere soon specific still such sure take taken takes taking t than that the their them
then there therefore these they thing things this those though through throughout thus till to today
together too toward towards true try turn two under unless until up upon us use used useful user
users uses using usual usually various ve very via want wants was way ways we well went were what
whatever when whenever where whereas wherever whether which whichever while who whoever whole whom
whose why will with within without won would wouldn yes yet you your yours`
    .split(/\s+/),
);

/** Words that every issue of a programmer uses: in plain matter they weigh little. */
export const TRADE: ReadonlySet<string> = new Set(
  `accept accordingly accurate add added adding additional adjust allow allowed allows appear apply
applied applies appropriate ask asked available avoid based behave behavior behaviour bug build
builds call called caller callers calls case cases cause caused causes change changed changes check
checks class clean clear clearly code codebase complete component components configuration
consistent consistently contain contains content convert correct correctly create created creates
current data declare deal default define defined defines definition describe described description
detail details determine directly effect enable enabled end error errors example existing exist
exists expect expected expose fail failed fails failing failure feature field fields file files find
fine fix fixed fixes follow form format function functionality functions guarantee handle handled
handles handling implement implementation implemented implements improve include included includes
including information input inputs instance interface interfaces introduce introduced invoke issue
issues item items leave level list load location logic maintain manner match matter message messages
method methods miss missing module modules name named names object objects option options order
output outputs parameter parameters parse part pass passed passes path perform preserve prevent
previous problem proceed process produce project proper property provide provided provides purpose
read receive receives reference references reflect related relevant rely remain remains remove
removed rename replace report request require required requirement requires respect result results
return returned returning returns run running set sets setting settings shared signature situation
start state step string structure support supported supports system test tests text treat treated
treatment type types unchanged unexpected update updated updates value values valid version work
works working write wrong`.split(/\s+/),
);
