import type { Intent } from './authorization-flow.ts'

/** Ways to say that the user approves: unmistakable ones, and those that other buttons say too. */
const approve = anyOf(
  /^(approv|allow|authori[sz]|accept|grant|consent|agree|permit)/,
  /^(zulassen|erlauben|genehmigen|zustimmen|autoris|autoriz|acept|permet|accett|aceit|toestaan|akkoord)/,
  /^(godkan|godkend|tillat|tillad|zezw|akcept|akzept|aksept|autoryz|povol|onayla|salli|hyvaksy|разреш|одобр|соглас|дозвол)/,
  /許可|承認|同意|允许|允許|授权|授權|批准|허용|승인|동의|اسمح|سماح|موافق/,
)
const proceed = /^(yes|ok|okay|confirm(ed)?|continue|ja|oui|si|sim|weiter|はい|是|예|да|tak)$/

const decline = anyOf(
  /^(deny|denied|denies|declin|cancel|reject|refus|disallow|disagree|abort|no$|not$|dont$|never$)/,
  /^(nein$|nicht$|non$|nao$|pas$|ablehnen|abbrechen|verweigern|annul|rechaz|deneg|rifiut|recus|weiger)/,
  /^(neka$|nekt|avvis|avbryt|afvis|nie$|odmow|odrzu|anuluj|odmit|zrus|reddet|iptal|peruuta|hylkaa|нет$|отклон|отказ|отмен|запрет|скасув)/,
  /拒否|しない|キャンセル|いいえ|拒绝|拒絕|取消|不允许|不允許|不同意|否$|거부|취소|아니|رفض|إلغاء/,
)

/** Ways to put off what a page offers on the way, such as a passkey. */
const postpone = anyOf(
  /^(not now|not right now|skip( (for now|this|it|this step|step|(the )?(tour|intro)))?|later|(maybe|remind me|do this|do it) later|no thanks)$/,
  // in other languages no more than to skip: a page of approval that is not understood may say `Not now` for no
  /^(uberspringen|passer|omitir|pular|salta|overslaan|hoppa over|hopp over|spring over|pomin|preskocit|atla|ohita|пропустить|пропустити|スキップ|跳过|跳過|건너뛰기|تخطي)$/,
)

/** What the last page says of something that one is shown on the way. */
const end =
  /^(done|finish|finished|got it|i understand|understood|lets go|fertig|verstanden|termine|terminer|compris|listo|entendido|fine|ho capito|klaar|klar|gotowe|hotovo|tamam|valmis|готово|完了|完成|완료|تم)$/

/** What closes a page, or leaves it. */
const close =
  /^(close|dismiss|exit|leave|x|schlie(ss|ß)en|fermer|cerrar|chiudi|fechar|sluiten|stang|lukk|luk|zamknij|zavrit|kapat|sulje|закрыть|закрити|閉じる|关闭|關閉|닫기|إغلاق)$/

/** What accepts all cookies, says how many, or what: beside a word to approve by. */
const all =
  /\b(all|alle|alles|allt|alla|tout|tous|toutes|todo|todos|todas|tutti|tutto|wszystkie|vse|vsechny|kaikki|tumunu|cookies?)\b|все|всі|全|すべて|모두|الكل/

/** What must not be pressed on the way: it leads elsewhere. */
const astray =
  /\b(log ?out|sign ?out|sign ?up|register|registration|create (an )?account|search|language|locale|forgot(ten)?|reset|subscribe|newsletter|cookies?|another account|different account|different user|another user|switch (account|user)|not you|with (google|apple|facebook|microsoft|github|linkedin))\b/

const toLogin =
  /^(se connecter|connexion|anmelden|einloggen|iniciar sesion|acceder|accedi|entrar|inloggen|aanmelden|logga in|logg inn|log ind|zaloguj( sie)?|giris yap|войти|увійти|登录|登入|ログイン|로그인|تسجيل الدخول)$/

const logIn = /\b(log ?in|log ?on|sign ?in|sign ?on|next|continue|submit|authenticate|enter)\b/

const session =
  /\b((stay|remain|keep me|keep you) (signed|logged) in|(remember|trust) (me|this (browser|computer|device))|angemeldet bleiben|rester connect|mantener la sesi|aangemeld blijven)/

/** A page that speaks of a new device may ask for approval: the question, or the answer to it, tells. */
const identity =
  /\b((was|is) (this|that|it) (really )?you|(it|this|that) was me|waren sie das|das war ich|etes vous|eres tu)\b/

/** A page between login and approval may want the user's consent to what the operator has changed. */
const newTerms =
  /\b(new|changed|updated|revised) (our )?(terms|conditions)\b|\b(terms|conditions) (of (use|service) )?(have|has|were) (been )?(changed|updated|revised)\b/

/** A page that asks for approval says for what, or for whom. */
const access =
  /\b(access|authori[sz]\w*|permissions?|scopes?|behalf|act for|connect\w*|allow\w*|grant\w*|applications?|apps?|organi[sz]ations?|donations?|shar(e|es|ing)|third party|(wants|asks) to)\b|\b(zugriff|zugang|zugreifen|acces|acceso|acceder a|accesso|accedere (a|ai|al|alla|alle|agli)|acesso|acessar|toegang|atkomst|tilgang|adgang|dostep|pristup|erisim)|доступ|アクセス|访问|訪問|액세스|접근|وصول/

/** A page that has one choose for whom one goes on. The verb tells little where the noun is missing. */
const choosing =
  /\b(choose|select|pick|which|wahl|auswahl|choisi|selection|elija|elige|escolh|selecion|scegli|selezion|kies|selecteer|valj|velg|vælg|wybierz|vyber|secin|valitse)|выбер|обер|вибер|選択|选择|選擇|선택|اختر/
const holder =
  /\b(organi[sz]|verein|association|associazion|asociacion|associac|empresa|entreprise|azienda|cuenta|conta|konto|compte|account|compan|workspace|team|charit|nonprofit|foundation|tenant|jarjesto|kurulus)|организац|організац|組織|团体|団体|组织|조직|منظمة/

/** A way to log in, and what it is by where that is something one types: the service's own way, where a provider's has none. */
const byWay =
  /\b(with|using|by|via|through|use|mit|per|avec|par|con|com|met|med|sso|saml|single sign on|passkey|link)\b/
const byTyping = /\b(e ?mail|username|user name|benutzername|identifiant|usuario)\b/
/** Only with a verb is it a way, where a text such as `Help by email` is none. */
const toEnter =
  /^(or )?(log ?in|log ?on|sign ?in|sign ?on|continue|use|enter)\b|\b(anmelden|einloggen|weiter|fortfahren|connecter|connexion|continuer|continuar|continua|iniciar|entrar|accedi|inloggen|doorgaan|verder|logga|logg)\b/
/** What is by email or about a password, and yet no way to type the password. */
const otherWay =
  /\b(link|code|magic|me|verify|send|show|change|reset|forgot|forgotten|create|set|lost|different|another)\b/

/** In words: a longer text is a sentence. */
const longestCancelling = 10

/** What matters is said at the beginning. */
const longestText = 300

/** What a program drew at random, such as the id of a session in an address, says nothing: it may well hold `-No-`. */
const random = /\p{N}|[a-z][A-Z]([A-Z_-]|$)/u

/** The password, in the languages of the login pages that are known. */
const password =
  /\b(password|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|parola|sifre|adgangskode|losenord|haslo)\b/
const passwordAlone = new RegExp(`^((your|ihr|dein|votre|su|tu) )?(${password.source})$`)

/**
 * Words in lower case, Latin letters without accents, split at whatever is no letter and at humps: `denyAccess` is two,
 * `don't` is one.
 */
export function wordsOf(text: string): string[] {
  if (text === '') return []
  return text
    .slice(0, longestText)
    .replace(/['’]/g, '')
    .replace(/[\u00c0-\u017f]/g, (letter) => letter.normalize('NFD').charAt(0))
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((piece) => !random.test(piece))
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}

/** What the first telling one of the texts says; a text that says both, such as "do not allow", declines. */
export function intentOf(texts: readonly string[]): Intent | undefined {
  for (const words of texts.map(wordsOf)) {
    if (words.some((word) => decline.test(word))) return 'decline'
    if (words.some((word) => approve.test(word) || proceed.test(word))) return 'approve'
  }
  return undefined
}

/** Whether the text is about approving, and not merely about going on. */
export function speaksOfApproval(text: string): boolean {
  return wordsOf(text).some((word) => approve.test(word))
}

/** Whether the whole text puts something off: beside a button that approves it may well decline. */
export function postpones(text: string): boolean {
  return postpone.test(wordsOf(text).join(' '))
}

/** Whether the whole text says that one has seen what the page shows. */
export function ends(text: string): boolean {
  return end.test(wordsOf(text).join(' '))
}

/** Whether a text begins with a word to decline by and goes on with where that leads, as `Cancel and return to …`. */
export function cancelsFirst(text: string): boolean {
  const words = wordsOf(text)
  return (
    words.length <= longestCancelling &&
    /^(cancel|deny|decline|reject|refuse) (and|access)\b/.test(words.join(' '))
  )
}

/** Whether the whole text says no more than that one leaves the page. */
export function closes(text: string): boolean {
  return close.test(wordsOf(text).join(' '))
}

/** Whether a button accepts all of something, as of cookies. */
export function acceptsAll(text: string): boolean {
  return speaksOfApproval(text) && all.test(wordsOf(text).join(' '))
}

/** Whether a page speaks of cookies. */
export function speaksOfCookies(text: string): boolean {
  return /cookie|evaste|cerez|ciasteczk|куки|クッキー|쿠키/.test(wordsOf(text).join(' '))
}

/** Whether a button offers more than one came for: a second factor, a passkey. */
export function offers(text: string): boolean {
  return /^(set ?up|enable|activate|turn on|add|create|enrol)/.test(wordsOf(text).join(' '))
}

export function leadsAstray(text: string): boolean {
  return astray.test(wordsOf(text).join(' '))
}

/** Whether the text is about how long one stays logged in, or where one is remembered. */
export function speaksOfSession(text: string): boolean {
  return session.test(wordsOf(text).join(' '))
}

/** Whether the text says that somebody asks for access. */
export function speaksOfAccess(text: string): boolean {
  return access.test(wordsOf(text).join(' '))
}

/** Whether the text tells of terms that are new, and that one goes on only by accepting them. */
export function speaksOfNewTerms(text: string): boolean {
  return newTerms.test(wordsOf(text).join(' '))
}

/** Whether the text asks if it was the user who logged in: a no to that ends the login, and declines nothing. */
export function speaksOfIdentity(text: string): boolean {
  return identity.test(wordsOf(text).join(' '))
}

/** Whether the whole text is what leads to a login, in a language other than English. */
export function leadsToLogin(text: string): boolean {
  return toLogin.test(wordsOf(text).join(' '))
}

/** Whether a button leads to the password of whoever logs in, and not to another one. */
export function speaksOfPassword(text: string): boolean {
  const words = wordsOf(text).join(' ')
  return password.test(words) && !/\b(show|change|reset|forgot|forgotten|create|set|lost)\b/.test(words)
}

/** Whether the text names a way to log in, among others. */
export function speaksOfWay(text: string): boolean {
  return byWay.test(wordsOf(text).join(' '))
}

/** Whether that way is the service's own, by what its user types, and no provider's and no link by mail. */
export function speaksOfOwnWay(text: string): boolean {
  const words = wordsOf(text).join(' ')
  const isTyped = byTyping.test(words) || password.test(words)
  return byWay.test(words) && toEnter.test(words) && isTyped && !otherWay.test(words) && !leadsAstray(text)
}

/** Whether a page has one choose an organization, an account or the like. */
export function speaksOfChoosing(text: string): boolean {
  const words = wordsOf(text).join(' ')
  return choosing.test(words) && holder.test(words)
}

/** Whether the text is of a password and nothing else, as the label of its field is. */
export function namesPassword(text: string): boolean {
  return passwordAlone.test(wordsOf(text).join(' '))
}

export function speaksOfLogin(text: string): boolean {
  return logIn.test(wordsOf(text).join(' '))
}

/** One of these. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'u')
}
