/**
 * Words by which a title or a note asks for people, or for waiting (docs/plans.md, "What is asked of people"). They only ever
 * lead to a question: what no word of theirs is in is not taken for harmless because of that.
 */

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})`, "iu");
const signs = (list: string): RegExp => new RegExp(list, "u");

/** Beginnings of words for an approval, in the languages in which plans are written. */
const APPROVAL: readonly RegExp[] = [
  words(
    "approv|sign(?:s|ed|ing)?[ -]?offs?(?!\\p{L})|consent|permission|authori[sz]|go[ -]ahead|green[ -]?light|clearance",
  ),
  words(
    "(?:obtain|get|need|needs|await|request) (?:\\S+ ){0,3}(?:ok|okay|confirmation|decision|release|yes)(?!\\p{L})",
  ),
  words(
    "ok(?:ay)? (?:by|from|of|needed|required|pending)|(?:confirmation|confirmed|confirm) (?:by|from|with)|endorse|veto|blessing|(?:final|last) (?:say|word)",
  ),
  words(
    "human[ -]in[ -]the[ -]loop|hitl(?!\\p{L})|four[ -]eyes|(?:human|manual|person'?s?|manager'?s?) (?:review|check|gate|decision|release|step|intervention)",
  ),
  words(
    "(?:ask|wait for|check with|consult) (?:a |an |the |our |your |my )?(?:boss|manager|owner|lead|legal|finance|customer|client|human|person|somebody|someone|user|c[eft]o|director|board|operator|team|me|us)(?!\\p{L})",
  ),
  words(
    "genehmig|freigabe|freigeb|freigegeben|freizugeben|zustimm|abnahme|abnehmen lassen|einverständ|einverstaend|bewillig|absegn|rücksprache|ruecksprache|erlaubnis|vier[ -]augen|chef(?:in)? fragen|unterschrift",
  ),
  words(
    "approbation|approuv|validation (?:par|du|de la|des)|fai(?:re|t|tes) valider|validé(?:e|s|es)? par|accord (?:écrit |oral |formel |préalable )?(?:du|de|des|d['’]|par)|autoris|feu vert|aval (?:du|de)",
  ),
  words(
    "aprob|autoriz|visto bueno|conformidad de|permiso de|(?:pedir|solicitar|obtener) permiso|luz verde|consentimiento",
  ),
  words("benestare|nulla osta|via libera|consenso|(?:chiedere|ottenere) (?:il )?permesso"),
  words("aprova[rçm]|aprove(?!it)|permissão|permissao|consentimento|aval d"),
  words("goedkeur|toestemming|akkoord|fiat van"),
  words("zatwierdz|akcept|zgod"),
  words("godkänn|godkend|godkjenn|samtyck|samtykk|hyväksy|onay|schvál|schval|jóváhagy"),
  words(
    "одобр|согласова(?!нност)|согласи|утверд|утвержд|разреш|погодж|погоди|затверд|έγκρι|εγκρί|συγκατάθεσ|phê duyệt|chấp thuận|persetuju|disetujui|menyetujui",
  ),
  signs(
    "承認|許可|決裁|稟議|同意|批准|审批|審批|授权|授權|승인|허가|결재|موافق|אישור|อนุมัติ|อนุญาต|अनुमोदन|अनुमति|स्वीकृति|मंज़ूरी",
  ),
  // Acts by which somebody binds themselves.
  words(
    "counter-?sign|co-?sign|notari[sz]|ratif|gegenzeichn|beglaubig|contresign|refrend|controfirm|medeonderteken",
  ),
  signs("🔒|🔐|🔏|🛑|⛔|✋|🤚|🖐|⏸"),
];
/** Somebody's word that has to come first: "wait for her word", "without Priya's yes", "first let Jo see it". */
const WORD_OF_SOMEBODY: readonly RegExp[] = [
  words(
    "(?:wait for|without) (?:her|his|their|my|our|your|(?:the )?[\\p{L}-]{1,30}['’]s?) (?:word|ok|okay|answer|reply|decision|nod|yes|go|go-ahead|blessing|say-so|approval|consent)(?!\\p{L})",
  ),
  // Nothing but that somebody is waited for.
  /^(?:[Ww]ait|[Ww]aiting|[Aa]wait|[Ww]arten?|[Aa]ttendre|[Ee]sperar|[Aa]spettare|[Ww]achten|[Cc]zekać) (?:(?:for|auf|a|op|na) )?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?[.!]?$/u,
  /(?<!\p{L})(?:[Ff]irst|[Bb]efore (?:that|this)),? (?:let|have|ask) (?:the )?\p{Lu}\p{Ll}+ (?:to )?(?:see|look|check|read|decide|agree|approve|confirm)(?!\p{L})/u,
];
const AGREE =
  "(?:agree|approv|accept|confirm|consent|sign|decide|okay|ok(?!\\p{L})|say|said|nod|zustimm|bestätig|genehmig|freigib|freigegeben|d'accord|accord|valid|aprueb|aprob|conferm|approv|firm|akkoord|zgod|zatwierdz)";
/** A title that names the condition of somebody's leave: "(once Nina agrees)", "conditional on the auditor's acceptance". */
const IF_AGREED: readonly RegExp[] = [
  words(
    `(?:once|after|until|if|when|unless|before|sobald|wenn|falls|nachdem|bis|si|quand|après|cuando|se|dopo|als|na|jeśli|po) (?:\\S+ ){1,5}?${AGREE}`,
  ),
  // A title in which somebody acts: "Manager says yes", "Maria signs".
  words(
    "(?:[\\p{L}'’.&-]{1,30} ){1,2}(?:agrees|approves|accepts|confirms|decides|okays|nods|signs(?= off| it| the|[^\\p{L}]*$)|says (?:yes|ok|go))(?!\\p{L})|(?:dise|dit|dira|sagt|sage|diga|dice|dica|zegt|powie|mówi|diz) (?:oui|ja|sí|sì|si|tak|sim)(?!\\p{L})|(?:two|second|another) pairs? of eyes",
  ),
  words(`(?:get|ask|convince|persuade) (?:\\S+ ){1,4}?to ${AGREE}`),
  words(
    "conditional (?:on|upon)|subject to|provided(?: that)?|pending|contingent|vorbehaltlich|sous réserve|a condizione|a condición|sujeto a|op voorwaarde|pod warunkiem",
  ),
  words(
    "stop(?: sign)?(?: here)? ?[-–—:]|a (?:human|person) (?:looks|checks|decides|reads)|double[ -]check with|run (?:(?:it|this|that|them|everything) (?:past|by)|past) |buy-in(?!\\p{L})",
  ),
  words(
    "go ?/ ?no[ -]?go|(?:advisory |supervisory )board|steering committee|lenkungsausschuss|comité|committee (?:vote|meeting|decision)|vote(?: by| of|$)",
  ),
];
/** "Legal OK", "QA okay": an OK that stands at the end of a title. */
const ENDS_OK = /(?<![\p{L}\p{N}])ok(?:ay)?[.!?]?$/iu;

const WAITING: readonly RegExp[] = [
  words(
    "wait|until|unless|hold(?:s|ing)?(?!\\p{L})|on hold|pause|freeze|frozen|blocked|(?:only|not) (?:if|when|after|once|before)",
  ),
  words(
    "(?:do not|don't|must not|never|not to be) (?:\\S+ ){0,2}(?:run|start|begin|proceed|continue|send|sent|deploy|pay|paid|execute|go|publish|release|before|yet)",
  ),
  words(
    "(?:people|person|somebody|someone|human|he|she|they|\\p{Lu}\\p{L}+) (?:must|has to|have to|should|needs? to) (?:\\S+ )?(?:agree|decide|say|check|see|confirm|look)",
  ),
  words(
    "says (?:yes|ok)|has agreed|have agreed|has confirmed|have confirmed|nicht (?:vor|ohne|bevor)|erst (?:\\S+ ){0,4}?(?:wenn|nach|ab(?!\\p{L}))|warte|solange|sobald|gesperrt",
  ),
  words(
    "attend|pas avant|avant que|seulement (?:si|après|quand)|espera|no .{0,30} hasta|s[oó]lo (?:si|después|cuando)|aspett|finché|solo (?:se|dopo)|non prima",
  ),
  words(
    "wacht|pas (?:na|als)|niet voor|czeka|dopóki|dopiero|aguard|até que|somente|apenas (?:se|após|depois)|vänta|vent(?:e|er)? på|подожд|дождат|только после",
  ),
  signs("待つ|待ち|までは|まで待|等待|之前不|才能|기다|전에는"),
];

/** What was approved, as work names what it takes: "Schedule the approved posts". */
const WHAT_WAS_APPROVED =
  /(?<![\p{L}\p{N}])(?:the|all|each|every|any|these|those|der|die|das|den|dem|des|alle|allen) (?:approved|signed-off|authori[sz]ed|genehmigte[nrs]?|freigegebene[nrs]?|abgenommene[nrs]?) (?=\p{L})/giu;

/** Names in code, and a list of what is let through. */
const CODE = /`[^`\n]*`|[\p{L}_][\p{L}\p{N}_.]*\(\)|(?<!\p{L})approve-?list/giu;
/** Words of what only machines agree to, and of machines that agree: "until Redis accepts connections", "once the server confirms". */
const MACHINES_AGREE = words(
  "accept(?:s|ing|ed)? (?:\\S+ ){0,2}?(?:connections?|requests?|traffic|queries|packets|calls|logins|sessions|uploads|writes|reads)(?!\\p{L})" +
    "|(?<=(?:^|\\s)(?:until|once|when|if|after|unless|till|before) )(?:(?:the|a|an|its|our|each|every) )?(?:\\p{Ll}+ )?(?:server|service|api|endpoint|database|db|pod|container|cluster|host|port|socket|broker|queue|tests?|test suite|suite|ci|build|pipeline|linter|compiler|validator|parser|schema|script|probe|health ?check|checksum)s? (?:has |have )?(?:accept|confirm|agree|acknowledg|validat|okay|say|sign)(?:e?s|ed|d)?(?!\\p{L})",
);
/** Verbs of work that only reads and writes about something, at the place where a language has them. */
const IS_ABOUT =
  /^(?:count|list|parse|explain|compare|describe|summari[sz]e|translate|classify|compute|calculate|plot|chart|tabulate|analy[sz]e|extract|draft|sort|filter|contar|calcular|comparar|listar|resumir|calculer|compter|comparer|lister|résumer|contare|calcolare|confrontare|elencare|统计|汇总|列出|总结)(?!\p{Script=Latin})|(?:zählen|auflisten|berechnen|vergleichen|zusammenfassen|auswerten|数える|集計する|要約する)$/iu;
/** Another act or a condition beside it, or somebody whose approval it is. */
const SAYS_MORE =
  /[,;:()–—]|\s-\s|(?<!\p{L})(?:and|then|after|once|before|until|if|unless|when|with|for|pending|subject to|conditional|requir(?:es?|ing)|need(?:s|ing)?|must|so that|vorbehaltlich|sous réserve|sujeto|und|dann|nach|bevor|sobald|wenn|et|puis|après|avant|si|y|luego|después|antes|e|poi|dopo|prima)(?!\p{L})|(?:approvals?|sign-?offs?|consent|permissions?|authori[sz]ations?|ok) (?:from|by|of|to)(?!\p{L})|(?:approvals?|sign-?offs?|consent|permissions?|freigaben?|genehmigung|zustimmung)$/iu;
const isAboutApprovals = (title: string): boolean =>
  IS_ABOUT.test(title) &&
  !SAYS_MORE.test(title.replace(/(?<=approved) (?:and|or|und|et|y) \p{L}+ed(?=\s)/giu, ""));

/** Does a title ask for somebody's approval, in any of the languages that are known here? */
export function asksForApproval(title: string): boolean {
  const text = title
    .normalize("NFKC")
    .trim()
    .replace(WHAT_WAS_APPROVED, "")
    .replace(CODE, " ")
    .replace(MACHINES_AGREE, " ");
  if (isAboutApprovals(text)) return false;
  return ENDS_OK.test(text) || [...APPROVAL, ...WORD_OF_SOMEBODY, ...IF_AGREED].some((one) => one.test(text));
}

/** What an instruction says where it keeps the work from starting. */
const DEMANDS: readonly RegExp[] = [
  ...WORD_OF_SOMEBODY,
  // "Begin when Priya has had a look"; "run it once" and "continue if a page is missing" say how the work is done.
  /(?<!\p{L})(?:[Bb]egin|[Ss]tart|[Rr]un|[Pp]roceed|[Cc]ontinue|[Gg]o ahead|[Ee]xecute)(?: \p{L}{1,20}){0,3}? (?:when|once|if|after|as soon as) (?:\p{Lu}\p{Ll}+|s?he|they|somebody|someone|everybody|everyone) (?:has|have|had|says?|agrees?|gives?|is back|looked)(?!\p{L})/u,
  words(
    `(?:no|nothing|none|nobody) (?:\\S+ ){0,5}?(?:is|are|be|may|must|can|will|gets?|goes|go|leaves?|happens?) (?:\\S+ ){0,5}?(?:without|before|until|unless) (?:\\S+ ){0,6}?(?:${AGREE}|yes(?!\\p{L})|cleared|released|looked)`,
  ),
  words(
    "(?:do not|don't|never|not|please don't|must not|may not|cannot) (?:\\S+ ){0,6}?(?:before|until|unless|without|till|yet)(?!\\p{L})",
  ),
  words(
    "(?:may |can |must |should )?(?:only|not) (?:begin|start|run|be \\S+|happen|proceed)? ?(?:if|when|after|once|before|until)(?!\\p{L})",
  ),
  words(
    `(?:wait|hold|pause|stop) (?:\\S+ ){0,5}?(?:for|until|till) (?:\\S+ ){0,6}?(?:${AGREE}|human|person|people|me(?!\\p{L})|boss|manager|ok)`,
  ),
  words(
    "needs? (?:a |an |the )?(?:\\S+ )?(?:nod|ok|okay|yes|go(?!\\p{L})|blessing|green|sign|release|permission|consent|approval)",
  ),
  words(
    "(?:must|has to|have to|needs? to|muss|müssen|doit|doivent|debe|deben|deve|devono|moet|moeten|musi) (?!be )(?:\\S+ ){0,2}?(?:agree(?! with)|approv|consent|okay|confirm|sign(?!\\p{L})|zustimm|bestätig|genehmig|freigeb|approuv|valider|aprobar|autoriz|conferm|goedkeur|zatwierdz)",
  ),
  words(
    "(?:ask|get|obtain|request|seek) (?:\\S+ ){0,5}?(?:permission|approval|consent|sign[ -]?off|go[ -]ahead|green light|ok(?!\\p{L}))|(?:zustimmung|freigabe|genehmigung|erlaubnis) (?:\\S+ ){0,5}?(?:einholen|abwarten|erbitten)",
  ),
  signs(
    "(?:承認|許可|決裁|同意|批准|审批|審批|授权|授權|승인|허가|결재).{0,8}(?:待|後|后|得|必要|需要|まで|前|전|후|필요|받)",
  ),
  words(
    "nicht (?:\\S+ ){0,4}?(?:bevor|ehe|ohne|vor)|erst (?:\\S+ ){0,4}?(?:wenn|nach|sobald)|sobald (?:\\S+ ){1,5}?(?:hat|haben|ist)|nur (?:wenn|mit|nach)",
  ),
  words(
    "(?:ne|n') ?(?:\\S+ ){0,3}?(?:rien|pas) (?:\\S+ ){0,3}?(?:tant que|avant|sans)|(?:ne|n') ?(?:\\S+ ){0,3}?qu['’](?:une fois|après|avec)|seulement (?:si|après|quand)|attendre (?:\\S+ ){0,4}?(?:accord|valid|feu)",
  ),
  words(
    "no (?:\\S+ ){0,4}?(?:hasta|antes|sin)|s[oó]lo (?:si|cuando|después)|non (?:\\S+ ){0,4}?(?:prima|senza|finché)|solo (?:se|dopo)|a condizione",
  ),
  words(
    "niet (?:\\S+ ){0,4}?(?:voor|zonder|tot)|pas (?:na|als|wanneer)|nie (?:\\S+ ){0,4}?(?:przed|bez|dopóki)|dopiero (?:po|gdy)",
  ),
  words(
    "aguard(?:ar|e) |não (?:\\S+ ){0,4}?(?:antes|até|sem)|(?:apenas|somente|só) (?:se|após|depois|quando)|только после|не раньше",
  ),
  // Somebody has to be there.
  words(
    "(?:must|has to|have to|needs? to|should|muss|müssen|soll|sollen|doit|doivent|debe|deben|deve|devono|moet|moeten) (?:\\S+ )?(?:be |être |estar |essere )?(?:present|there|in the room|on call|watching|anwesend|dabei|zugegen|présente?s?|presentes?|presenti|aanwezig)(?!\\p{L})",
  ),
  /(?:^|[.!?:;,–—]\s+)(?:hold|stop|pause|halt|wait)(?: here| on| off)?\s*(?:[,;:!.–—]|$)/iu,
  // Whatever is to be done until somebody has agreed: a name, or a word for people, and their yes.
  new RegExp(
    `(?<!\\p{L})(?:[Uu]ntil|[Tt]ill|[Bb]is|[Jj]usqu'à ce que|[Hh]asta que|[Ff]inché|[Tt]otdat|[Aa]ż) (?:(?:the|our|my|a|an|der|die|le|la|el|il|de) )?(?:\\p{Lu}\\p{L}+|s?he|they|somebody|someone|boss|owner|manager|lead|chef|client|customer) (?:\\p{L}+ ){0,2}?(?:${AGREE}|wave|looked|genickt|cabeceado)`,
    "u",
  ),
  // Somebody's name, and what they still want.
  /\p{Lu}\p{Ll}+ (?:wants|would like|möchte|will|veut|quiere|vuole|wil|chce) (?:to |noch |das |es )?(?:\S+ ){0,3}?(?:see|look|check|read|decide|hear|sehen|prüfen|lesen|voir|lire|ver|leer|vedere|zien)(?!\p{L})[^.!?]{0,60}(?:first|before|zuerst|vorher|d'abord|avant|primero|antes|prima|eerst)(?!\p{L})/u,
];

/** Does an instruction keep its own work from starting? */
export function demandsControl(line: string): boolean {
  return DEMANDS.some((one) => one.test(line.normalize("NFKC")));
}

/** "No approval is needed": the one who says so has thought of it. */
const DENIED = words(
  "(?:no|without|kein|keine|ohne|aucune?|sans|sin|ninguna|nessuna?|senza|geen|bez) (?:\\S+ ){0,3}?(?:approv|sign|human|person|people|gate|review|permission|consent|confirm|genehmig|freigabe|zustimm|approb|autoris|valid|aprob|autoriz|goedkeur|zgod)",
);

/** Does a sentence say that nobody has to agree? */
export const deniesControl = (sentence: string): boolean => DENIED.test(sentence.normalize("NFKC"));

/** Does a note speak of approval, or of what the work has to wait for? */
export function speaksOfControl(note: string): boolean {
  return asksForApproval(note) || WAITING.some((one) => one.test(note.normalize("NFKC")));
}

const SENTENCE_WORDS = 4;
const SENTENCE_SIGNS = 10;

/** A text of a sentence or more; scripts without spaces count by their signs. */
export function isProse(text: string): boolean {
  const parts = text.trim().split(/\s+/u);
  const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{P}\p{N}]+$/u;
  return (
    parts.filter((part) => /\p{L}/u.test(part)).length >= SENTENCE_WORDS ||
    (parts.length <= 2 &&
      text.length >= SENTENCE_SIGNS &&
      /\p{L}/u.test(text) &&
      unspaced.test(text.replace(/\s/gu, "")))
  );
}
