/** Words that say nothing about a tool. They count when a phrase has them, or when nothing else was said. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its itself they them their theirs he she his her him we us our ours
  i me you your yours my mine myself
  is am are was were be been being do does did have has had having can could will would shall should may might must
  and or but if then else so than as of at by for from in into on onto to too with without within about over under
  up down out off again very just only also not no yes please some any each other another such own same
  want wants need needs like would let lets got get gets help using use used make makes sure thing things stuff way
  one ones what which who whom whose when where why how while because during before after between through
  now still yet already ever never really right much many more most few lot
  der die das den dem des ein eine einen einem einer eines und oder mit von vom zu zum zur im in an am auf aus fur ist
  sind ich du er sie es wir ihr mir mich bitte was wie alle alles nicht auch noch bei nach uber
  el la los las un una unos unas y o de del al en con por para que es son mi mis me se lo su sus quiero como
  le les l un une des du de d et ou a au aux en dans sur avec pour par que qui est sont je tu il elle nous vous mon ma
  mes ce cet cette ces se s j n y
  o os as um uma uns umas e ou do da dos das no na nos nas em com por para que eu meu minha quero
  il lo gli i uno di del della dei delle nel nella sul sulla con per che e un una mio mia
  de het een en of van in op met voor te ik mijn je
  и в на с по из для от до к у о не что это я мне мой`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Words of every day that say little by themselves. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  `go goes going gone went look looks looking see seeing say says said saying show tell give gives take takes taking put
  find work works working keep keeps call called ask asks come comes let know think use used day today tomorrow
  yesterday week month year time times new first last next back good bad big small long different open turn set have
  people person one two everything something anything nothing everyone somebody thing place part name run start do done
  move add change check point line way state view read write right left full whole own kind type real possible exactly`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
