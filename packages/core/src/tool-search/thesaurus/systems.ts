/** Databases, clusters, processes, files; more about code. */
export const SYSTEMS = `
database = db
database | postgres | query ~ sql
database | db : data, storage, store
schema : structure, fields, columns, shape, which fields, what does it look like, data types, model
table ~ sheet, grid
table | collection : table, records, set of documents, entries, rows
record | records = row, entry
documents : rows, records, entries
record : line, entry, data set
query : sql, select, question, ask the database, look into the database, statement, run a query
find : query, documents, records, where, look up
aggregate : sum, sum up, group by, average, total, per month, by month, totals, add up, grouped, mean, maximum, top ten
index | indexes : speed up, faster lookups, unique constraint
explain : query plan, execution plan, scans, scan, why does this query, slow query, uses an index, how is it executed
insert : add documents, new documents, put in, store documents, add rows, fill
delete many : all that match, matching a condition, entries that, old entries, everything older
update many : all documents that, in all documents, every document
drop : delete the whole, entire
storage size | size | stats : how big, on disk, disk space, space, how much room, takes up, large, how large, grows, huge
db stats | stats : statistics, how full, numbers
access list : ip, ip address, whitelist, allow ip, let address connect, firewall, network access, allowed addresses, my address
db user | database user | user : login for the database, database account, credentials
cluster | clusters : group of servers, mongo deployment, instance
create cluster : new database server, spin up, new mongo, provision
free cluster : without paying, costs nothing, free tier, no cost
region | regions : data center, where can i host, location, country
sample dataset : test data, demo data, example data, play with, dummy data
stream | streams : kafka, real time, continuous, pipeline of events
redis | key : cache, stored under, saved under
get key | set key | redis : cache, cached, cached value
expiration | expire : ttl, runs out, valid for, lifetime, minutes later, after an hour
key : entry, value
kubernetes | kubectl = k8s, kube
kubectl | kubernetes : cluster, pod, namespace, deployment
pod | pods = container
pod | workload | container : container, app, workload
kubectl get : which pods, list pods, are running, running in the cluster, services, namespaces, see the pods
kubectl describe : why does the pod, pending, details of the pod, not start, won't start, what is wrong with the pod
kubectl logs : pod prints, container output, what the pod says
apply : yaml, manifest, deploy yaml, from a file
exec pod | exec : inside the container, inside the pod, shell into, ssh into, get into, log into, in the running container, command in container
port forward : from my laptop, tunnel, local port, locally, reach the service, on localhost, expose locally, access from my machine
scale : replicas, instances, more copies, more pods, number of copies, zero
rollout : roll back, version before, restart, revert, restart deployment, rolling restart, back to the version
node : cordon, drain, worker, take out of service, worker machine, evict
helm | chart : helm, package
uninstall chart : remove release
context : which cluster, switch cluster, other cluster, talk to
explain resource : what fields, meaning of the field, what does the field
patch : change one field, partial
manifest | manifests : yaml
api resources : kinds, what types, resource types
argocd = argo
sync application : deploy, bring in line with git, argo, git state
resource tree : what belongs to the app, children, components
environment | env : environment variables, variables, settings
process | processes = program, pid
process | processes : app, job, task manager, running programs, hog
terminal = shell, console
session | process ~ shell, terminal
start process | process : terminal, dev server, run a command, keep it running, background, command line, shell, execute, repl, script
process output | output : what does it print, what did it say, read the terminal, so far
interact process : type into, send input, answer the prompt, talk to the repl
kill process | force terminate : end, hangs, quit, stop program, frozen
file ~ document
directory | directories = folder, folders, dir
directory : path, place, location
create directory : new folder, empty folder, mkdir
list directory : what is in the folder, folder contents, ls, which files, contents of the folder
directory tree | tree : hierarchy, structure, everything below, nested, layout of project, tree, outline, whole project
file info | info : metadata, size, modified, when was it changed, last modified, permissions, how big, how old, when was, created when
with sizes : how big, biggest, largest, big files, space
edit file | edit block : change a line, couple of lines, replace text in, without rewriting, small change, fix a typo, part of a file, change text, substitute
write file : save text, create a file, new file, overwrite, put text in, store as file
read file | read text file : show the file, contents of the file, open the file, what is in the file, cat, print the file, look at the file
multiple files | several : both files, these files, many files at once, couple of files
media : picture, audio, image, sound, photo
move file : rename, put elsewhere, another folder, different folder, relocate
search files | start search : which files contain, find a file, where is the file, files named, grep, look for files, where do we use, all places where
allowed directories : where may you, which folders can, am i allowed, permitted folders
pdf : printable, document
gzip : compress, zip, shrink a file, pack, smaller
media file : image, picture, audio
echo : repeat, say back
sum : plus, add numbers, add two numbers, add up
roots : folders of the client
sampling : ask the model, llm
elicitation : ask the user, question to the user
long running : takes long, progress
environment variables : env
json : structured
script | javascript | evaluate = js, code
docker : container, image
image : container image
bucket | object : s3, storage, blob
dns : domain name, hostname
certificate : tls, ssl, https
firewall : port, traffic
secret : vault, password
feature flag | flag : toggle, switch, rollout
cron | schedule : every night, regularly, periodically, repeated, daily, every hour
backup : save a copy, safety copy
application events | application : went wrong, argo app
status | application : in line with, out of sync, synced, drift
git cherry pick : take just that one, just that one fix, only this change, one fix from
git tag : version name, name this commit, give a name to the commit, mark as version
git pull | git fetch : bring in, colleagues pushed, what others did, get the newest, others' changes
git merge : into the other branch, branch into another, join branches, two branches together, einfügen
git checkout : go to another branch, jump to, change to the branch
git reflog : deleted a branch by mistake, where was its tip, get back lost work, lost my work
git stash : work aside, in the middle of something, clean up without losing
git reset : take back my commit, commit was a mistake
git diff : what did i change, see my changes, not yet committed
git log : what happened in the repo, past commits, who committed, history of the file
git init : turn the folder into a repository, make this folder a repo
git remote : where is it hosted, address of the repository, second remote
git push : my commits to the server, publish the branch
git show : what did this commit change, look at the commit
git worktree : two branches at the same time, another folder for the branch
git clean : new files i do not need, build rubbish, leftover files
git commit : record my work, make a revision, save the current state
search code : where do we use, where is it used, who calls, function used, used in the code, occurrences
search user : developers, coders, who on github, find a developer, programmer
fork : take over the project, own version of a repo
file contents : source of the file, file from the repo, without cloning
push files : several files in one commit, many files at once
update pull request branch : behind main, bring the pr up to date, catch up with main
pull request files : which files does it touch, touched by the pr
pull request reviews : who approved, reviewers say, did anyone review
pull request review : approve the changes, approve pr, request changes, give feedback on the code, comment on the code
search issues : was this reported, already reported, known bug, is there a ticket
list issues : what is still open, open bugs, which bugs
test results : which tests broke, test failures, tests failed, unit tests
build log : what did the build print, compiler errors
run pipeline | run : start a build, queue a build, build again, kick off the build
find underused : too big, oversized machines, where can we save, cheaper
artifacts : files the build produced, what did the build produce, built package, executable
rollback pipeline : production is broken, go back to the old version
component versions : which versions are deployed
followed projects : which projects, my ci projects
config helper | config : yaml right, config file wrong, circleci yaml
query metrics | metrics : cpu load, load of, over the last day, in the last hour, requests per second, how busy
monitors : which alarms, alarms are firing, what is alerting, red monitors
cancel downtime | unmute : done earlier, alerts should come again, maintenance is done, alarms back on
schedule downtime : during maintenance, while we do the update, no alarms tonight, planned work, turn off the monitoring
rum performance : real visitors, how fast do our pages load, page speed for users
active hosts count : how many servers, how many machines
all services : which services, what services send logs
incident : something is down, outage last week, what happened at night
interact process : type into the running, answer the running, repl, send to the program
process : what runs on my computer, what eats the cpu, programs running
start process : run a script, execute python, terminal command, start the server
config value : personal settings, change a setting, preference
write pdf : make a pdf, create a pdf
file info : last touched, how old is, when was this file, exact size
append : to the end of the file, add to the file
library : react hook, npm, python package, framework
query docs : how does it work, code example, api of the library, how do i use, current documentation
database stats : how big is the database
insert : save new documents, store a few
update many : all documents at once, every record, raise the price, everywhere in the collection
pause cluster | pause : over the weekend, save money, stop the cluster
upgrade cluster : bigger cluster, more power for the database
sample dataset : some data to play with, data for testing
export : dump to a file, as json file
connect : open a connection, use another database, log in to the database
explain : why is this query slow, use an index, scan everything
list databases : which databases, what databases are there
list collections : what is in the database, which collections
knowledge : how does mongodb work, ask the mongodb docs
set redis | set : store a value, cache a value, put in the cache, remember for an hour
expiration | set : expire in an hour, entry expire
delete redis : clear the cache, forget the key, invalidate
query postgres | query : sql, select from, how many rows, look in the tables
drain | node : for repair, machine out of service, empty the machine
kubectl describe : won't start, crashloop, stuck in pending, why is the pod
kubectl delete : purge, get rid of the pod, remove from the cluster
cleanup : remove everything, namespace objects
kubectl get : what runs in the cluster, show namespaces
install helm : put on the cluster, install from a chart
update issue : mark the bug as fixed, resolve the crash, close the error, ignore this error
issue events : single occurrences, each time it happened
release : which release introduced
tag values : which browsers are affected, affected users, which version is affected
create project : monitor a new app, new app in sentry
event attachment : file with the crash, minidump, log file of the crash
lint files : coding style, style problems, check javascript
annotation : metadata
tiny image : example picture, test image
pipeline status | pipeline run | build : go through, nightly run, nightly build, did it work
worktree : without disturbing, at the same time, second working copy
resource tree : consist of, consists of, made of
response | request : server reply, server answer, reply to that call, api call
crash | error ~ crash reporter, error tracker, bug tracker
sentry : crash reporter, error tracker, error tracking
circleci : circle
datadog : monitoring system
google calendar : gcal
collection : tables in mongo
branch : hotfix, feature
log : crash log
git diff : which lines did i touch, since the last commit, lines did i touch, changed since
git remote : hosted, under which names, where does it push
git rebase : keep it linear, up to date with main, catch up with main
create merge request | create pull request : propose my branch, branch for review, for review, ready for review, get it merged
push files : several new files, with one commit, many files with one commit
pull request status : safe to merge, checks through, ready to merge, may i merge
create or update file : file into the repository, into the repo, put a file in the repo
search repositories : find a project on, open source project, is there a repo
create repository : empty repo, new repo, place for the code
explain : what does mean, mean, meaning of
query postgres : sql, sql database
query : sql, how many orders, look in the database
list sessions : command windows, open terminals, open shells
list processes : uses up the cpu, eats cpu, what runs, running on my laptop, slow computer
stop search : running scan, abort the scan
stop process : stop the server
get configuration : personal settings
find dsns : key for the sdk, where do errors go
events : what happened in, recent events
resource action : restart through, restart the deployment, restart app
install helm chart : put on the cluster, package on the cluster, install nginx
list databases : databases eat space, biggest database
count : how many documents, how many entries, how many rows
list connections : open connections
connect cluster : use the cluster, get into the cluster
regions : where can i host, nearest data center
performance advisor : which index is missing, advice
search knowledge : how do i do that in mongodb
issue : crash hits, hits most users
releases : last release, newest release
profile : spend its time, backend spend time, hot spots
workflow : steps a ticket goes through
lint : tidy code, code smells
compress : make smaller, save space
rename collection : another name for the collection
create collection : new place for documents
storage size : eats space, most space
lint files : javascript for mistakes, check my javascript, code for mistakes, check my typescript, mistakes in my code, clean up my code
access list : no one but us, only us, who can connect, from where may one connect, connect from
with sizes | search files : bigger than, megabytes, larger than, gigabytes
git reset | git rebase : go away from the history, out of the history, rewrite history
drop database : obliterate
create or update file : datei ins repository, change a file on github, edit a file in the repo
port forward : port of the pod on my machine
get pod : what is running
`;
