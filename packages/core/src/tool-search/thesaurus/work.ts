/** Tickets, plans, people, messages, calendars. */
export const WORK = `
issue = ticket, bug, defect
issue : problem, story, bug report, work item, error, trouble, card, feature request, complaint
work item | wit = ticket, issue
work item | wit : bug, story, task, user story, backlog item, requirement
story : ticket, user story, issue, work item, feature
card : ticket, task, item, sticky, sticky note, to-do, note
task = todo, chore, errand, assignment, to-do
task : thing to do, things to do, reminder, job, item, work, remind me, what to do, has to be done, ticket, shopping list
subtask : child, split, smaller piece, part of, step of, break down, below another
epic : large story, big piece of work, theme, bigger topic, umbrella
iteration | cycle = sprint
iteration | cycle : two week, work period, timebox, period, weeks of work, this week's work
active | current : now, running, ongoing, at the moment, right now, today, present, in progress, these days
upcoming | next : future, soon, coming, planned, after this, following
backlog : what comes next, planned work, later, waiting
milestone : deadline, target date, checkpoint, stage
objective | initiative = goal, okr
objective | initiative : aim, target, company goal, strategy, big goal, strategic
roadmap : long term plan, plan for the year, what we plan, big picture
project : undertaking, product, folder
board : kanban, wall, project
list : column, lane, stage
section : group, heading, part, column
priority : urgent, important, urgency, first, critical, asap, more important
due | deadline : until when, by when, date, overdue, late, too late, expire
estimate | points : how long, effort, size
checklist = steps
checklist : list of steps, to-dos, steps, sub-items, points to tick, shopping list
acceptance criteria : when is it done, definition of done, requirements, what must hold
workflow | transition | status : move to done, set status, stage, column, state, into progress, to review, next step, in progress
workflow state : column, stage, step
capacity : availability, days off, hours available, vacation, how much can, holiday, workload
velocity | stats : how fast are we, how much did we get done, progress, numbers
field : column, property, attribute
custom field : extra field, own field, additional field, special field
template : boilerplate, blueprint, form, prepared, preset, pattern
favorite : star, bookmark, like, pin, quick access
subscription : follow, following
view : saved search, perspective, filter
request : order, ask, wish
customer = client
customer : buyer, account, company, who pays
customer need : wish, feature request, demand, what customers want, ask for
note | comment = remark, annotation
comment | comments : note, reply, feedback, jot, say something, write under, remark, discussion, what was said, what people said, opinion, add a line, respond, leave a word
review : feedback, verdict, opinion, look over, approve, judge, request changes, reviewers, said about
release : version, ship, shipped, launch, publish, new version, deployed version
release note | changelog : what is new, what's new, changes since, what changed, what did we ship, news in version, announcement
user | users | member | people = person, collaborator, teammate, colleague
user ~ profile, account
user | users | member | people : who, somebody, someone, everybody, employee, staff, coworker, contributor, individual, folks
member | membership : belongs to, in the team, part of, who is in, join, participant
team = group, crew, squad
team : department, colleagues, people, guild
viewer | whoami | self | current user : who am i, logged in as, my account, my own, me, myself, my name, am i, my user
assign current user | my | assign : to me, to myself, give me, i will do, i take, mine
my : mine, i have, on my plate, given to me, assigned to me, waiting for me, i work on, me
organization = company, org, tenant, firm
organization ~ workspace
workspace : company, organization, space
identity : account id, user id, person
role | permission : access, rights, allowed, may
notification : inbox, unread, news, alert, what is new, bell, message
unread : not read, new messages, missed, haven't read, new
read : seen, mark as seen
audit : who did what, security log, trail, accountability, compliance
session | sessions : login, logged in, signed in, devices, conversation
logout : sign out, log out, log me out, end session, sign off
login | auth | authentication = signin, authenticate
login | auth : sign in, log in, log on, credentials
oauth | application : third party, external app, authorize app
integration : third party, connected apps, plugged in, hooked up
rate limit : too many requests, quota, how many calls, throttled, calls left
secret = password, credential, token
secret : key, api key, passphrase
webhook : callback, http notification, call a url, inform our server, outgoing notification, calls our url
message = dm, post
message : chat, text, line, news, word, note, announcement, what they said, update
channel = room
channel : chat room, chat, conversation, place to talk, group
text channel : room, chat
thread = conversation, discussion
thread : replies, below the message, inside the conversation, answers
replies : answers, responses, what was answered
reply thread : answer inside, instead of posting a new one, in the conversation
history : chat log, recent messages, messages, past conversation, what was said, conversation, catch up, last messages, scroll back
forum : board, discussion, topic
post | message : topic, entry
category : group, section
reaction = emoji
reaction : thumbs up, smiley, like, heart, react, thumb, emoticon, party
guild | server : community
profile : details about person, contact details, title, phone number, about a person
email | gmail = mail, e-mail
email : letter, inbox, message, newsletter, correspondence, note
send email : write to, drop a line, mail to, reply by mail
draft : do not send yet, unsent, not yet sent, prepare a mail, without sending, for later, not finished, send later
read email : open the mail, what does the mail say, content of the mail
search email : mails from, who wrote, mails about, did write, invoice mail
label : folder, inbox folder, category
filter : every mail, all mails from, automatically, always go, straight into, rule, sort incoming, incoming, skip inbox
delete email : throw away mail, junk, spam, unwanted
modify email : move to folder, mark as read, put into folder, star, archive mail, unread
attachment = enclosure
attachment : attached file, file, enclosed, pdf from mail, document, picture
batch | many | bulk | multiple = several
batch | many | bulk | multiple : all, all of them, at once, in one go, many, everything, a lot of, each, dozens, together, a bunch, hundreds
calendar event = meeting, appointment
event ~ meeting, appointment, dentist, doctor's appointment
event : call, get-together, lunch, entry, date, agenda, party, interview, dinner, session
calendar : agenda, diary, schedule, planner
create event : book a meeting, set up a call, arrange, invite, plan a meeting, block time, put in my calendar, reserve, enter an appointment
update event : reschedule, move the meeting, shift the meeting, later, earlier, postpone, change the time, half an hour later
delete event : cancel the meeting, call off, no longer takes place, absagen
list event : what is on, what do i have, my day, today, this week, agenda, what is happening, next appointment
freebusy : who is free, free, availability, available, busy, free slot, has time, have time, spare time, when can, time for, gap, open slot, common time
respond event : accept the invitation, decline the invitation, say yes, rsvp, will come, will not come, i come, attend, tentative, take part, coming, skip the meeting, turn down
invite : attendee, guest, participant
time : clock, what time, o'clock, hour, date, today
current time : what time is it, what day is it, today's date
color | colors : colour, colours, paint, red, blue
account : login, profile
page : document, article, note, wiki page
document | documents ~ file, text, docs
document | documents : paper, spec, specification, write-up, article, text, notes, page
block : paragraph, text block, section, part of a page
append : add to the end, at the end, at the bottom, underneath
markdown : plain text, formatted text
title : name, heading, headline
data source : database, table
property | properties : field, column, attribute
wiki : knowledge base, handbook, documentation, team docs, internal docs
knowledge : facts, information, wisdom, know about
test plan | test case | test suite : qa, manual tests, what to test, test scenario
test results : passed, failed, how did the tests go, which tests, failing tests
feedback : opinion, complain, rate, tell the makers
prompt : prepared question, suggestion
usage : how much, consumption, statistics, how often
calendar event : dentist, lunch with, call with, interview, party, birthday, get together, one on one, 1:1, standup
update event : to friday, to monday, to tuesday, to thursday, to wednesday, another day, later time, move the appointment, move the meeting
list event : my schedule, on my schedule, what is on, calendar look like, appointments
freebusy : are we all free, anyone free, is anybody free, busy on, double booked, do i have time, slots
task : buy, milk, groceries, don't let me forget, remember to, remind
create task : remind me, remind me to, put on my list, to my to-do list, to my list
completed task : what did i get done, finished tasks, what have i finished, done last week, achieved
list task : what do i have to do, what is left, my to-dos, open to-dos, still to do, on my list
task filter : due today, today, this week, overdue
next task : what now, what should i do next, what comes next
planning | plan : plan the work, break the work into tasks
approve task : it is fine, task is really done
duplicate : filed twice, reported twice, same bug again, already exists
epic : big body of work, large body, big feature
worklog | log | time : hours spent, book hours, log hours, time spent, how long i worked
vote : support, plus one, like
watcher | watch : follow the ticket
blocked | relation | link : blocks, blocked by, blocking, waits for, depends, related to, connect them
subtask : below, under it, smaller one, part of this, child ticket
branch name : what to call the branch, name for the branch, call the branch
external link : url on the story, link to a document, web link
project update | status update : how is the project doing, report on the project, weekly report, progress report
team member | membership : who joined, who is in our team, who belongs, people on the team, join the team
organization | company : our company, whole company
saved view | view : my filter, saved filter
customer : company that buys, accounts
customer tier | tier : how important, gold, plan, level
customer status : active customer, churned
integration : connected services, which services are connected
logout session : sign me out, log me out, all devices, everywhere, log out everywhere
logout all : on all devices, everywhere
rotate webhook secret | rotate secret : leaked, make a new one, new secret
unarchive : bring back from the archive, out of the archive
cycle stats | stats : numbers please, how is our sprint going, sprint numbers, burndown, progress of the sprint
complete cycle : close the sprint, end the sprint, sprint is over
add cycle | add issue : into the sprint, put it in the sprint, plan for the sprint
comment : reply on the ticket, leave a note, tell the reporter, mention on the ticket
create issue | issue : file a bug, report a problem, report a bug, something is broken, new ticket, open a ticket, raise a ticket
assign issue : give the ticket, hand the ticket, who should fix
set priority | priority : most important, more urgent, can wait
issue label | label : mark the ticket
transfer issue | transfer : belongs to another team, wrong team, move to another team
issue history | history : who touched the ticket, changes of the ticket
issue template | template : same form, standard ticket
custom field : extra column
move card : to the done column, bump the card, next column, drag the card
assign member : put in charge, give the card, who works on the card
add list | list : new lane, new column, another lane
card members | members : who works on
watch card : keep me posted on the card, notify me about the card
label board : colors of labels
activity : what happened on the board, what has been going on
archive card : put the card away, done with the card
cover | image : picture on the card
post message : write in the channel, tell the channel, tell everyone, tell the team, announce in, let the team know, say in the channel
channel history | read messages : what do people say, what was said, last messages, what did they write, read the channel, what is going on in the channel, say about
thread replies : what did people answer, answers to that message, what was answered, responses to
user profile : who is this person, email of a colleague, contact of
list users | users : who is in the workspace, everybody in, staff list
remove reaction : take my smiley off, take back the reaction
forum post : discussion topic, open a topic, new topic
server info | guild : chat server details, about the server, how many members
text channel : new room, place to chat
delete channel : close the room, get rid of the room
webhook : post from outside, automatic messages from outside
read email : what does the mail say, open the message
search email : find mails, mails with, letters from, did i get, mail about
batch email : all the mails, lots of mails, hundreds of mails
email label : folder for mails, sort my mails
filter template : usual rule, ready-made rule
filter : tidying rule, tidy, inbox rule, sort automatically, goes into the folder, should go, mailing rule
download attachment : save the pdf, save the attached, get the file from the mail, attachments came with
color : which colours
account : connect my google account, second account
page : article, notion page
block children | append : paragraph at the end, add a paragraph, add text to the page, write at the bottom
page property : fields of the page, status of the page
self : which bot, which account, who is the token
comment page : remark on the page
move page : page somewhere else, under another page
document : anything written about, written about, paperwork, papers, written down
watch : everything that happens, whatever happens, tell me about everything
tier : level, class, rank
favorite : quick list, shortcut list, at hand
user profile : person details, details of a person, contact card
search email : has written, written to me, wrote to me, wrote me, heard from, did i get mail
mute host | schedule downtime : paged, get paged, pager, nobody gets paged, wake anybody, do not disturb, false alarms
collaborators | members : who is in it, shared with, who has access
search issues : assigned to me, my tickets, my issues
project update : weekly report, status report, how is the project going, news about the project
notifications : what is new for me, anything new for me, my inbox, new for me
mark all notifications : clear my inbox, nothing unread, all as read
unread count : how many unread, number of unread
server status : is it up, is the service up
convert subtask : make it part of another, below another ticket, move below
relation : related tickets, ticket is connected
issue template : new ticket from a form
my cards : on my plate, what am i working on
acceptance criteria : what must be true, conditions for done
stories label : stories with the tag, tagged stories
workload | capacity : who is overloaded, how busy is the team
test case : manual test, what to click through
backlog : planned next, not yet planned, waiting to be planned
milestone : slips, target, big date
initiative : big goals, goals for this year, strategic goals
customer need : asked for, customers asked, requested by customers, wants us to build
comment : leave a remark, answer on the ticket, minutes
wiki upsert page : write into the wiki, minutes into the wiki, put into the wiki
wiki : handbook, team knowledge
cycle : two weeks, next two weeks
archive : close it for good, finished long ago
document : minutes, meeting notes, specification
list labels | list email labels : which folders do my mails have, mail folders
reply thread : answer below, answer to that message
invite : bring along
event : sync, weekly sync, kick-off, review meeting, training, vacation
task : call the, pay the, write to the, pick up the
section : heading in the project
attachment : crash log, screenshot to the ticket, add the file to the ticket
update issue : close the ticket, ticket can be closed, ticket is done, resolve the ticket, ticket a deadline, deadline of the ticket, due date of the ticket, rename the ticket, reword the ticket, ticket as done, reopen the ticket, ticket to
create comment : give an update, update about, write on the ticket
add user team : put into the team, into the linear team, add to the team
remove user team : kick from a team, out of the team
users : overview of coworkers, coworkers
wiki upsert : write the minutes, into our wiki, into the wiki, to our wiki
due : deadline of, a deadline
copy card : same card, card again, copy of this card
`;
