/** Browsers, the web, pictures, charts, places, sheets, memory. */
export const PAGES = `
website = web, site, webpage
browser | page ~ website, site, webpage
page | website : site, web page, homepage, url, tab
screenshot = picture, capture, snapshot, photo
screenshot : image of, how does it look, what the browser shows, look like, image, picture of the page, photo of, see the page, visible, show me the page
snapshot : accessibility tree, structure of the page, elements on the page, text of the page, page structure
screencast = video, recording
screencast : film, record, record the screen, movie, capture video
click = press, tap
click ~ push
click : hit the button, button, choose, press the button, submit
type = enter, input
type : write into, keyboard, key in, fill in, put text
fill = enter
fill : write into, put into the field, type into, input field, text field, fill in
fill form : sign up, sign-up, registration, login form, register, whole form, all fields, form, fill out, enter my data
select option | select : choose, pick, dropdown, drop-down, choose from the menu, list box, menu
hover : mouse over, move the mouse, pointer, tooltip, over the menu, point at
drag : drop, pull, move by mouse, drag and drop, slide
drop : drag files, drop a file
dialog : popup, pop-up, alert box, confirmation, prompt, modal, are you sure, message box, alert window, asks me, asks whether, confirm
handle dialog : accept the alert, dismiss, click ok, say ok, confirm box
navigate = visit
navigate : go to, open url, open the page, browse to, open website, load the page, surf, open the site, bring me to, address, homepage, reload
navigate back | navigate : previous page, go back, page before, back button, back
tab | tabs | pages : window, open pages, tabs, browser windows
new page : new tab, open another tab, second tab
close page | close : close the tab, shut the browser
press key | key : hit enter, enter key, escape, keyboard, hotkey, shortcut key, keystroke, arrow key
file upload | upload : choose a file, pick a file
evaluate | script : run javascript, js, execute code in the page, console, run code
wait for : appear, until, disappears, loaded, shows up
console : javascript errors, js errors, warnings, browser log, developer tools, page errors, complains
network | request : http calls, ajax, xhr, api calls, traffic, what does the page load, requests, backend calls, headers, response, sent to the server
emulate : pretend, simulate, act as if, slow network, mobile network, offline, dark mode, geolocation, phone, mobile, throttle, slow connection, another place, device, bad connection, 3g
emulate media : dark mode, dark theme, print view, light mode, color scheme, printed
resize : window size, viewport, small screen, phone screen, responsive, bigger window, narrow, width
css | style | styles : why is it red, where does the color come from, looks wrong, stylesheet, which rule, layout, font
heapsnapshot | memory | heap = ram
heapsnapshot : memory leak, leaks, memory grows, ram, leaking, uses too much memory, heap
lighthouse : accessibility, seo, page quality, score, best practices, audit, check the website, good for search engines, blind users
performance start trace : record loading, measure, page load, profile the page, core web vitals
performance insight : why is the page slow, lcp, blocking
find : on the page, text on the page
crawl : spider, whole site, all pages, every page, entire site, entire website, all subpages, follow links
scrape : extract, pull data, page as markdown, grab, content of the page, read the article, get the text of, page content, prices, product, read the web page, article at this url
map : sitemap, all urls, all links, urls of the site, list of pages
extract : structured, as json, prices, fields from pages, pull out, data out of, facts from
web search : google, internet, online, news, on the web, look on the web, search engine, bing, recent, latest about
local search | search places | places : restaurant, shop, cafe, business, nearby, near, near me, close to, around here, coffee, pharmacy, hotel, where can i eat, opening hours, gas station, doctor, around the corner
place details : opening hours, phone number of, reviews of, rating, is it open
monitor create : tell me when changes, notify when page changes, watch a page, watch the page, page changes, competitor, pricing, regularly check, keep an eye on, changes on the website, alert me when
interact : click around, log in on the page, press buttons on, scroll
agent : autonomous, on its own, research, by itself, find out everything
parse : read a pdf, convert document, local file, word document, docx
papers | paper = article, publication, study
papers | paper : scientific, academic, studies, literature, research on, scholarly, science, preprint, journal
related papers : similar papers, citing, cited, who cites, citations, similar work
research : investigate, study, deep dive, gather information
map : region, geography, country, cities
geocode : coordinates, latitude, longitude, lat lng, gps, position of an address, where is, lat, exact position
reverse geocode : address of, which address, what is at these coordinates, address from coordinates, which street, what street, coordinates into
directions : route, way, navigation, how do i get to, drive, walk, driving, by car, by train, bike, best way, get from, way from, travel from, on foot
distance | distance matrix : far, how far, commute, travel time, how long does it take, kilometers, miles, long is the way, drive time, closest
elevation : altitude, height, above sea level, how high, meters high, steep, mountain, uphill, hill
chart = graph, plot, diagram
chart : draw, visualize, figure, visual, curve, show as, illustrate, picture of the numbers, graphic, graphically
generate chart | generate : draw, plot, visualize, illustrate, paint
pie : share, proportion, percentage of, parts of a whole, slices, round, portions, market share, shares, how is it divided
bar | column : compare, comparing, bars, side by side, next to each other, ranking, categories, which is the biggest
line : over time, trend, development, growth, month by month, curve, course of, per day, temperature, rises and falls, evolution
area : filled, over time, stacked, cumulative
scatter : correlate, two variables, correlation, against each other, relate to each other, dots, related, cloud of points
histogram : distribution, frequency, how often, spread, ranges, buckets, age groups
funnel : drop off, conversion, steps of the purchase, lose visitors, stages, from visit to purchase, drop out
sankey : flow between, where does it go, energy flow, money goes, streams, flows
fishbone : cause and effect, ishikawa, causes, reasons for the problem
mind map : ideas, brainstorm, brainstorming, tree of ideas, topics around, thoughts
word cloud : tag cloud, frequent words, most used words, common words, words sized
organization chart : org, hierarchy, reporting lines, who reports to whom, company structure, bosses, chain of command
radar : spider, several dimensions, strengths, skills, strengths and weaknesses, web chart
treemap : hierarchical, nested, rectangles, area by size
venn : overlap, intersection, sets, in common, circles, overlapping
waterfall : gains and losses, plus and minus, how profit comes about, ups and downs, step by step sum
boxplot | violin : median, outliers, quartile, quartiles, spread of values, distribution
dual axes : two scales, two y axes, bars and a line, different units
liquid : percentage, fill level, gauge, how full, filled, water level
flow diagram : flowchart, flow chart, process steps, decision steps, procedure, steps of a process, decisions
network graph : who knows whom, nodes and edges, connections between people, social network, links between
pin map : markers, points on a map, locations on map, where our customers are, dots on a map
path map : trip, travel route on map, itinerary, tour, journey
district map : provinces, by state, regional, by region, by country
spreadsheet | sheet | excel = worksheet, workbook, xlsx
spreadsheet : pivot, table, tabular, rows and columns
sheet : tab, table, page
format range | format : bold, color the cells, style, highlight, border, background, font, look nicer, colour, make it red, number format
read sheet : numbers, cells, values, open the workbook, worksheet
write sheet : enter numbers, put values, formula, into the cells, write values
cell | range : cells, field, area
figma : design, mockup
figma : layout, sketch, designer, ui design, wireframe, drawing
images | image = picture, photo, icon, graphic
images : pictures, logo, icons, assets, svg, png
entity | entities | node | nodes : thing, person, object, concept, knowledge, topic
observation | observations : fact, facts, remember, note, prefers, learned, preference, detail, know
add observations | create entities : remember, keep in mind, memorize, note that, do not forget, don't forget, prefers, learned, for next time, store that
read graph | search nodes : what do you know, recall, what did i tell you, do you remember, everything you know, known about, remembered
delete observations : forget, no longer true, not true, wrong fact
graph : memory, knowledge, network
memory | knowledge graph : remember, forget, recall, memory
relation | relations : knows, works for, relationship, connection
sequentialthinking : think, step by step, reason, reflect, ponder, hard problem, think through, thinking, reasoning, work through, carefully
weather : temperature, rain, sun, warm, cold, wind, sunny
forecast : tomorrow, next days, will it
translate : in another language, into english, translation
transcribe : speech to text, recording, subtitles, write down speech
invoice : bill
payment : pay, money, charge, paid
refund : money back, give back
order : purchase, buy
parcel | delivery | shipment : package, shipping
contact : person, customer, address book
draw | generate : show as a picture, in one picture, as a picture, draw me
flow diagram : approval process, draw the steps, steps of our process, procedure, how it works step by step
pin map : mark our shops, mark on the map, shops on the map, stores on a map, places on a map, city map
district map : by province, country by region, colored map
radar : which skills, skill profile, several criteria, ratings on several
sankey : where do costs go, where does the money go, flow picture, from source to destination
organization chart : reporting lines, team structure, who is whose boss
histogram : how often each, age groups, how many in each range
waterfall chart : from revenue to profit, adds up to
treemap : parts by area, sizes of parts
drag : slider, with the mouse, to the right, pull the element
wait : until gone, spinner, has loaded, until it is there, until the text
select option : country menu, pick from the list, pick from the menu
screencast : video of the browser, record the browser, film the page
css : which rule makes, heading red, text color, why does it look
request : calls to the backend, what does the site send
cookie : storage
press key : hit the key, hit enter, press escape, press tab
scrape : read the article at, at this link, link for me, text of this page, page as text, for the model, clean text, this url, what does the page say
map : links of a domain, all addresses, which pages does the site have, every url, list of links
crawl : whole documentation, all the pages below
extract : table of prices, names and emails, fields from
related papers : which studies cite, cite this, similar studies, work that cites
read paper : what does the paper say, passage in the paper
search papers : studies about, scientific articles on, literature about, research on
search github : bugs of others, someone else had this bug
monitor : track a page, tell me when changes
parse : pdf to text, read this docx, word file
agent : find out on your own, look everywhere on the web, do the research
local search : coffee nearby, best pizza in, hairdresser, plumber
directions : how do i get from, get to the station, on foot, take me to, by bus, komme ich
reverse geocode : what street is at, name of this position, what address is at
place : phone number of the restaurant, what do guests say
distance : which is closer, how far is it
elevation : how steep, feet above
format : header row bold, blue background, make bold, make it pretty, cell color
copy sheet : same tab again, duplicate the tab, tab duplicate
describe sheets : which tabs, what sheets are there
write sheet : fill in the cells, put the numbers
create table : turn into a table
figma : take the layout, build from the design, sizes and colors
search nodes | read graph : still know about, know about, what do you remember, what did we note
add observations | create entities : write down, learned about, remember, note down about
delete entities : forget everything about
open nodes : details about one person
heapsnapshot : leaks in the tab, eats memory, memory dump
emulate : as a phone, with slow internet, like on a phone
resize : small phone screen, narrow screen, on a phone
lighthouse : how accessible, quality of the page
navigate : bring me to the page, type the address, open the link
run code : custom script
find : anywhere on this page, is the word, on this page, word on the page
new page : next to what i have, next to it, another page, beside
violin : density, density shape, spread by group
area : filled curve, filled line
waterfall chart : gross to net, bar by bar, from gross to net, step from to
treemap : nested boxes, boxes by size, boxes in boxes
scatter : as dots, dots
histogram : how many of each size, count per range
liquid : tank, how full the tank
venn : overlap of groups, overlap of two
pie : who has how much, parts of the whole
line : as a line, week by week, day by day
distance matrix : from each to each, each depot to each customer, between several places
place details : when do they close, does close, phone number of, pharmacy
search places : dentist nearby, supermarket, gym, train station
map website | search : where on the site, find the page on the site, has its pricing page
search github : somebody else had this bug, anybody else have this
emulate : pretend we are in, pretend to be
press key : ctrl, control key, key combination
console messages : printed in the console, what does the console say
snapshot : which elements are there, what can i click
tabs : which pages are open, switch to the other tab
upload file : attach a file in the form, choose the photo
evaluate : read a variable in the page
attach image : picture on the front, cover picture
read sheet : budget workbook, look into the workbook
write sheet : row of totals, enter into the list, excel list
create entities : new person to remember
delete entities : forget her, forget him, forget about, forget what you know
search nodes : anything about, do you know something about
open nodes : show what is stored about
crawl : go through the site, collect every, every article, walk through the site, all articles
spreadsheet : table of, make a table, as a table, turnover
fill | type : search box, input box, text box, search field, my name into
network graph : who depends on whom, depends on whom, who talks to whom
extract | scrape : collect, gather from the page
map | search : where does have, which page of the site
page : article
`;
