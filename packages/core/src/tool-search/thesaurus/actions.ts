/** What one does with things. */
export const ACTIONS = `
create = add, make, new, generate, insert
create : open, raise, file, register, set up, spin up, begin, start, compose, put up, establish, launch, provision, start a new, write, prepare, define, build, jot, hook up, build up, rent
delete = remove, erase, drop, destroy, purge, wipe, discard, clear, trash, eliminate
delete : throw away, throw out, get rid of, take off, take away, take out, strip, dispose, scrap, dump, cancel, clean, kick out, empty, tear down, not needed any more, no longer needed, unlink, detach, kill, call off
update = edit, modify, change, patch, alter, adjust, revise, amend
update : rewrite, fix, correct, tweak, set, replace, refresh, postpone, extend, move to a later date, put off, make it say, switch, bump, swap, rename, reword
set = configure, define
set : turn, put, make
list = enumerate
list : all, every, which, what are, overview, browse, everything, show all, show me all, what do we have, how many, available, are there, what kind of, inventory, catalog
get = retrieve, fetch, read, view, show, display, inspect
get : see, look at, give me, tell me, what is, check, print, open, pull up, look into, details, detailed, full, contents, content, what does it say, examine, take a look, bring up, know about
search = find, locate, seek, query, discover
search : look for, look up, hunt, where is, where are, find out, containing, contains, mention, mentions, about, grep, dig up, filter, matching, which have, look through
send = post, publish, deliver, dispatch
send : tell, notify, inform, ping, let know, announce, say, write to, drop a line, share, forward, talk to, shoot, broadcast
reply = answer, respond
reply : react to, get back to, write back, answer back
move = relocate, transfer, shift, migrate
move : put into, bring to, put in another, belongs elsewhere, reorganize, hand over to, take over to, push to
rename | move : give another name, new name, call it, retitle, call differently, change the name
rename : retitle, relabel
copy = duplicate, clone, replicate
copy : use the same, reuse, mirror, again on another, once more, second one like, same as
archive = shelve, retire
archive : put away, store away, hide, out of sight, no longer active, close down
unarchive = restore, recover, undelete
unarchive : bring back, get back, was archived, back to life
restore : bring back, go back to, earlier version, former version
revert | reset | rollback | rollout : undo, roll back, version before, previous version, go back to the version, take back, step back, back to the old, earlier release
rollback = revert
start = launch, run, begin, trigger, execute, boot
start : kick off, fire up, bring up, turn on, spin up, set in motion
stop = halt, end, terminate, abort
stop : shut down, turn off, quit, close, give up, enough, switch off, put an end
kill | terminate : hangs, stuck, frozen, force quit, not responding, end the process, unresponsive
pause = suspend, hold
pause : stop for a while, freeze, for the weekend, temporarily
resume = continue, unpause
resume : carry on, go on, wake up, pick up again
rerun | retry = restart, repeat
rerun | retry : again, once more, run again, try again, another attempt, start over
enable = activate
enable : turn on, switch on
disable = deactivate
disable : turn off, switch off
assign = allocate, delegate
assign : give to, hand over, responsible, take care of, owner, belongs to, hand to, take over, take on, pick up, put me on
unassign : not mine, no longer responsible, take me off, hand back, give back
complete | close = finish, done, resolve
complete | close | done : tick off, check off, finished, mark as done, over, cross off, wrap up, mark as fixed, fixed, is done, taken care of
reopen = reactivate
reopen : open again, not done after all, restore, undone, not finished after all, bring back
approve = accept, confirm
approve : sign off, agree, greenlight, looks good, give my ok, thumbs up, yes
reject = decline, refuse
reject : say no, turn down, will not come, cannot come, can't make it
merge = combine, unite, join
merge : bring together, fold into, put together, two into one, land, integrate, get it in
split = divide, separate
split : break up, break down, cut into, smaller pieces
attach = enclose
attach : upload, put on, append, add a file, stick to, pin to
upload ~ attach
upload : put online, send up, add a file, bring up a file, choose a file, pick a file, hand in
download = save
download : get a copy, pull down, save locally, to my machine, to disk, grab, fetch the file
export = dump
export : save as, write out, save the result, to a file, get out
import = ingest
import : load in, bring in, read in
load : import, fill with, populate, seed
connect : log in, sign in, hook up, attach, hooking, establish a connection
disconnect : log out, close the connection, hang up, cut the connection
validate = check, verify
validate : is it correct, is it valid, wrong with, right, test, mistakes, any errors in
analyze = examine, investigate, diagnose, study, analyse, analysis
analyze : work out, root cause, why, understand, figure out, get to the bottom, what is causing, look deeper
analyze | review : judge, assess, evaluate, rate, look over, feedback on
compare = diff, contrast
diff : difference, differ, what changed, changed between, compare, changes, what did i change, modified lines
convert = transform
convert : turn into, change into, make it a, as a
schedule = plan
schedule : book, arrange, set up, set a time, later, every day, at a time, upcoming
mute = silence, quiet, suppress, snooze
mute : turn off alerts, no alerts, stop alerting, be quiet, hush, keep quiet, stop notifications, shut up
unmute : alert again, wake up, resume alerts, hear again
watch | subscribe = follow, track
watch | subscribe | monitor : keep an eye on, notify me, let me know when, tell me when, keep me posted, stay informed, keep me up to date, get updates, observe
unsubscribe | unwatch : stop following, no more news, leave
count = number, total, tally
count : how many, amount of, number of
sort = order, rank
filter : only those, narrow, limit to, rule, automatically
share = publish
share : give access, let others see, show to others
grant | allow | access : let, permit, give access, whitelist, permission, may use
invite : ask to join, bring into, add people
join : become a member, get into
leave = exit
link = relate, associate
relation = relationship
link | relation ~ dependency, relationship, association
link | relation : depends on, tie, belongs with, connected to, blocked by, blocks, go together, connection between
label = tag
label : mark, category, categorize, flag, mark as
mark : flag, tick, set as
rotate : renew, replace, new secret, exchange, leaked, refresh
scale | resize | upgrade : bigger, larger, grow, shrink, smaller, more power, more memory, more capacity, increase, decrease
upgrade | update : newer version, newest version, latest version, bring up to date
install = deploy
install : set up, put on, get running
uninstall = remove
uninstall : take off, get rid of
deploy | release | sync = ship, rollout, publish
deploy | apply | sync : roll out, go live, bring live, put into production, bring to production, push out
run | execute | exec = perform
run | execute | exec : do, carry out, invoke, launch, call
wait : until, hold on, appears, to appear, disappears, shows up, finished loading
sync = synchronize, refresh
sync : bring in line, out of sync, up to date with, catch up, match git
record ~ capture, log
log | logs : write down, output, printed, print, what it wrote, stdout, what happened
test ~ try, check
describe | details | info = explain, inspect, detail, information
describe | details | info : tell me about, more about, what is, facts about, describe, everything about, closer look
status | state = progress, condition
status | state : how is it going, how is it doing, is it up, is it working, green, red, passed, finished yet, done yet, ready yet, how far, still running, ok, succeed, succeeded, health
health = alive, responsive, healthy
health | ping | status : is it up, is it alive, does it still answer, still there, reachable, respond, down, working properly
history | log | activity = past, previous, earlier
history | log | activity | audit : who changed, what happened, recent, recently, last, lately, since yesterday, so far, over time, before, used to, former, what did, changed, latest, what has been going on
repair = fix, mend
plan : prepare, steps needed
duplicate : same as another, already reported, report twice
transfer : give to another, hand over
save = store, keep, persist
save | store | write : put down, keep, write down
expand : open up, unfold
order : sequence, position, sort
position : order, place in the list, to the top, to the bottom, higher up, reorder
move : bump, to the column, to the done column, into the column, to the other, drag to, push along, slide, take to
artifact | artifacts | output : produced, built
assign : in charge, put in charge, make responsible, whose job, hand it to, owns
complete | completed | done : get done, got done, achieved, accomplished, finished
restart : reboot, start again, bounce
pause : over the weekend, overnight, save money, stop for now
add : put in, put on, include, throw in, drop in
add | attach : link to, connect
remove : not part of, out of the, kick, drop from, no longer part
set : change to, make it
rename : call it, new title, different name
search : research, any, is there a, trace down, track down, come across, hunting
list : all the, enumerate, which of, roll call, directory of, summary
get : fetch, grab, obtain, pull, retrieve, read out, tell me more
send : deliver, shout, pass on, let everyone know, let everybody know, drop a message
update : make a change, put right, make it longer, make it shorter, overwrite, set to, new value, modify, raise the, lower the, more expensive, cheaper
delete : by mistake, obsolete, outdated, no more, drop all, wipe out, clean out, old ones, remove for good, for good, permanently
export : download as, csv, backup
resolve : fix, fixed, solved, close, settle, handled, dealt with
validate | lint : errors in, typos in, mistakes in
trigger : fire, set off, by hand, manually, press the button
check : see whether, make sure, is there, look whether
detach | remove : take off, take away
revoke : withdraw, take back
queue : enqueue, start, line up
record | save : write down, note down
replace : substitute, swap, exchange
extract : pull out, take out of, pick out
no longer | remove ~ does not, any more, not any more
unassign | remove member : does not work on, no longer works on, not responsible any more
write | create : write up, put together, draw up
disconnect : unplug, hang up, leave the database
write | append : at the bottom, at the end, below the last
drag : swipe, pull across
subscribe : hear about, want to hear, tell me about, inform me
validate : double-check, make sure it is right
create : propose, submit, hand in, add another, a fresh, need a, i need an, we need a, bring in, enter
update : slips, rearrange, make changes to, touch up, refine, edit the wording, wording, change the wording, put a new, set a new
delete : not used any more, nobody uses, out of date, too many, expired
remove member | remove : leaves the team, has left, quit the company
add member | add user : joins the team, new colleague, new team member, bring somebody in
list : what are all, show me the, any open, see all, look through
get : exact, full text, take me to, show exactly
complete : is out, shipped it, it is over
activate | enable : start using, make active
set active : work on, from now on, use this one
add : put into the team, put in the list, put into the list, collect
send message : tell the others, tell them that, tell him, tell her, let them know, say hello
unlock | allow : open up for
`;
