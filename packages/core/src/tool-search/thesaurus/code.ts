/** Code, builds, monitoring. */
export const CODE = `
repository = repo, codebase
repository : project, source code, code base, github project
pull request = pr, merge request, mr, change request
pull request : code review, changes for review, patch
merge request = pr, pull request, mr
create pull request | create merge request : ask for review, propose my changes, propose changes, submit my work, get my changes in, have my work reviewed
pull request files | files : what does it touch, changed files, touched files, files changed
pull request status | checks : is it green, ci, passing, passed, mergeable
pull request comments | comments : what did reviewers say, remarks
commit = revision, changeset, checkin
commit : check in, save my changes, save my work, snapshot of work, changes, record my changes
commits | log : history, went into, changes, what was done
branch : line of work, feature branch, version line
checkout : switch branch, change branch, switch to, go to branch, other branch, work on another branch, throw away my changes
stash : put aside, set aside, shelve, save for later, uncommitted work, unfinished work, park, for a moment, store changes
blame : who wrote, who changed this line, who touched, each line, line author, authorship, whose code, line by line, responsible for line, introduced
reset : undo last commit, undo my commit, unstage, keep the changes, throw away commits, go back to commit, uncommit
clean : untracked, junk, leftovers, garbage, files git does not know
rebase : replay, on top of, newer base, linear history, replay my work, squash commits
cherry pick : single commit, take one commit, just this commit, one commit from, only that fix, same fix on another branch
worktree : second copy, work on two branches, parallel checkout, side by side
reflog : lost commit, deleted branch, recover commit, where was i, find lost work
tag : version mark, mark release, name this commit, mark this version
fork : own copy, duplicate under my account, my own version, copy to my account
clone : copy of the repository, get the repo, local copy, repository to my machine
init : new repository, start a repo, put under version control, version control
status : what changed, uncommitted, modified files, dirty, not committed, changed files, staged
push : upload commits, publish my commits, send to remote, share my commits, to the server, bring to github
pull | fetch : get latest, newest changes, update my copy, what others pushed, latest from remote, from the server, up to date
git add | stage : stage, mark for commit, include in the commit
remote : origin, upstream, server address
git show | show : what is in this commit, contents of commit
code : source, function, implementation, snippet
author : who, written by, by whom
file contents | file : text, what is in
ci | pipeline | build | workflow | job = ci
pipeline | build | workflow | job : ci, build, run, checks, continuous integration, deployment run, compile
failure | failed | failing | errors = fail, error, broken
failure | failed | failing | errors : red, broke, broken, went wrong, crashed, crash, does not work, problem, doesn't work, what broke
error | errors | exception = crash, fault
error | issue | event : crash, exception, stack trace, bug, goes wrong, users hit, problem, breaks
flaky : sometimes fail, fails sometimes, only sometimes, unstable, intermittent, unreliable, random, now and then, from time to time, by chance
rerun workflow | rerun | run : retry, again, run again, failed jobs, restart build
artifact | artifacts : build output, binary, produced files, built files, bundle, what the build made, result of the build
config | configuration = settings, setup
config | configuration : preferences, options, setting, set up, yml
underused | usage : waste, too large, wasted, cost, save money, credits, oversized
version | versions : release, edition
production | prod : live, users
lint : style check, code style, code quality, check my code, static analysis, clean code, warnings in code, bad style, coding rules
docs | doc | documentation = manual
docs | doc ~ reference, guide, documents, handbook
docs | doc | documentation : how do i use, how to, help, tutorial, explain the api, usage, instructions, examples, handbook, learn, api reference
library = package, framework, dependency, module
library : npm package, sdk, react, component, gem, crate
log | logs | output : print, console, what did it write, what happened, message, debug output, stdout
metric | metrics = measurement
metric | metrics : cpu, memory use, graph, time series, load, latency, numbers, usage, statistics, figures, throughput
monitor | monitors | alert | alerts = alarm
monitor | alert | alerts : warn, warning, watch, alarm, threshold, goes off, firing, notify
incident | incidents = outage
incident | incidents : disruption, what is down, emergency, went down, downtime, trouble, failure, on fire
downtime : maintenance, maintenance window, planned outage, silence, no alerts, while we update, during the deploy
cancel downtime : end maintenance early, back up, maintenance is over
host | hosts = machine, server, box, vm, computer
host | hosts : instance, node, hardware, machines
service | services : application, app, backend, microservice
dashboard | dashboards : overview, graphs, screen, board of graphs, wall of charts
trace | traces : apm, span, slow request, latency, request path, where time is spent
rum | replay | user session : real users, visitors, browser sessions, what users experience, user monitoring, frontend monitoring, front end
replay : recording, what did the user do, session recording, watch the user, see what happened
performance | trace | profile : slow, speed, fast, sluggish, takes long, loading time, load time, lag, bottleneck, takes forever, faster, slowness, load quickly, long to load, hangs
waterfall : order of loading, what loads when, loading sequence
performance advisor | explain | indexes : missing indexes, which index, slow queries, make queries faster, speed up, recommendation, suggest an index
seer | analyze issue : root cause, ai, find the cause, let ai, explain the crash, figure out the bug
dsn : client key, connect my app, sdk key, ingest
profile | profiling : flame graph, hot code, cpu time
whoami : authenticated, who am i
security | alert | advsec : vulnerability, leaked secret, weakness, cve, exposed, vulnerabilities, hole, scanning
`;
