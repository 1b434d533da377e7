/**
 * What text in each language looks like, letter by letter: enough to tell in which encoding a list of names makes
 * sense. Learnt from the names of countries, languages and currencies that the runtime knows, and from names of people
 * and places, which those lack.
 */
export type LanguageModel = {
  /** The natural logarithm of how likely a letter is after another; both in lower case, `^` and `$` at the ends. */
  logLikelihood(before: string, letter: string): number
}

const people: Record<string, string> = {
  de: `müller schröder jäger köhler krüger schäfer böhm günther groß weiß jürgen jörg björn käthe sören köln münchen düsseldorf straße würzburg nürnberg zürich lübeck göttingen tübingen höß größe für über geschäftsführer prüfung übung verfügbar gespräch`,
  fr: `hélène andré rené renée zoé zoë chloé éric françois françoise jérôme benoît noël noëlle lévêque lefèvre garçon dupré besançon nîmes orléans angoulême béziers cœur nœmie sœur prénom téléphone numéro société expérience disponibilité à où déjà très août février décembre`,
  es: `josé maría muñoz núñez peña ibáñez garcía gómez pérez sánchez íñigo ángel álvaro óscar martín rodríguez fernández lópez gonzález hernández jiménez córdoba cádiz león málaga logroño teléfono año español señor dirección población descripción`,
  pt: `joão simões são conceição guimarães antônio antónio magalhães luís inês gonçalves assunção brasília florianópolis goiânia maceió telefone endereço não informações josé lúcia`,
  it: `niccolò città perché università nicolò forlì cantù è à ò ù ì`,
  sv: `åsa öberg märta sjöström björn åström örebro malmö göteborg växjö jönköping lindström sjögren håkan söderström ärlig`,
  da: `søren kjær jørgen bjørn sørensen kjærgård århus ålborg køge østergård møller rønne ærø håkon ødegård tromsø`,
  fi: `mäkinen hämäläinen järvinen päivi jyväskylä väinö seppälä hyvinkää`,
  pl: `łukasz żółty łódź małgorzata wójcik gdańsk grażyna śliwa kraków paweł wiśniewski wróbel kamiński zieliński dąbrowski michał stanisław błażej święty żaneta poznań imię`,
  cs: `jiří dvořák tomáš růžička žaneta šťastná děčín plzeň novák černý němec procházka kučera veselý ondřej lukáš kateřina řehoř jméno příjmení město čeněk`,
  sk: `ľubomír ľuboš šťastný kováč nováková žilina košice mäkký`,
  hu: `győző szűcs őry erzsébet kovács zoltán győr pécs tóth szabó németh lászló jános józsef ferenc ágnes nővér erdő hűség név város`,
  ro: `ştefan ţurcanu ioana brătianu bucureşti constanţa mihăiţă pârvu iaşi gheorghiţă măgureanu oraş nume`,
  hr: `željko šimić ćosić đorđević matić božić čavić kovačević horvat zagreb međimurje`,
  tr: `ayşe yılmaz istanbul çağrı öztürk muğla gülşah doğan eskişehir şahin yıldız özdemir aydın kılıç arslan çelik şimşek uğur ışık izmir ağrı şehir`,
  lt: `šimkūnas šiauliai rūta žemaitė panevėžys eglė čepulytė klaipėda kazlauskienė jankauskas žukauskas vardas`,
  lv: `jānis bērziņš kārlis ozoliņš rīga liepāja krūmiņš vārds kļaviņa`,
  et: `tõnu jõgi põld pärnu mägi kõiv võru`,
  ru: `иванов иванович петрова сергеевна ёлкин пётр ильич москва санкт петербург омск смирнов кузнецов попов васильев соколов михайлов новиков фёдоров морозов волков алексей дмитрий екатерина юлия шевцов щербаков фио имя телефон почта город`,
  uk: `шевченко тарас київ їжакевич єва львів ґонта ірина чернівці ковальчук бондаренко олександр юрій наталія піб місто`,
  bg: `георги димитров софия цветанка иванова пловдив стоян щерев бургас николов христов първанов град име`,
  el: `γιώργος παπαδόπουλος αθήνα μαρία οικονόμου θεσσαλονίκη ελένη νικολάου πάτρα κωνσταντίνος δημήτρης γεωργίου όνομα πόλη`,
  he: `דוד כהן תל אביב שרה לוי ירושלים משה אברהם חיפה יוסף מזרחי שם עיר`,
  ar: `محمد العلي القاهرة فاطمة حسن دبي خالد إبراهيم بيروت أحمد عبد الله علي الاسم المدينة`,
  th: `สมชาย ใจดี กรุงเทพ สมหญิง รักไทย เชียงใหม่ ประเสริฐ มั่นคง ภูเก็ต ชื่อ เมือง`,
  ja: `田中太郎 東京 鈴木花子 大阪 サトウ ケン 横浜 佐藤 高橋 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 氏名 都市 株式会社 でした です ください`,
  zh: `王小明 北京 李娜 上海 欧阳修文 广州 张伟 刘洋 陈静 杨帆 黄丽 赵敏 吴强 周杰 徐磊 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 许 邓 韩 冯 曹 彭 曾 姓名 邮箱 城市 手机 电话 公司 职位 地址 深圳 市 省 区`,
  'zh-Hant': `陳大文 台北 林淑芬 高雄 張志豪 臺中 黃 李 王 吳 劉 蔡 楊 許 鄭 謝 郭 洪 邱 曾 廖 賴 姓名 電郵 城市 電話 地址 公司 市 區`,
  ko: `김철수 서울 이영희 부산 박지성 수원 최 정 강 조 윤 장 임 오 한 신 서 권 황 안 송 류 홍 이름 도시 민준 서연 지훈 전화 회사`,
  vi: `trần văn an hà nội lê thị bình huế nguyễn phạm hoàng đặng tên thành`,
}

const models = new Map<string, LanguageModel>()

/** The model of a language; learnt at the first use. */
export function modelOf(language: string): LanguageModel {
  let model = models.get(language)
  if (!model) {
    model = learn(wordsOf(language))
    models.set(language, model)
  }
  return model
}

function* wordsOf(language: string): Generator<[word: string, weight: number]> {
  for (const word of (people[language] ?? '').split(/\s+/)) yield [word, 3]
  for (const [type, codes] of Object.entries(knownCodes())) {
    const names = new Intl.DisplayNames([language], { type: type as 'region', fallback: 'none' })
    for (const code of codes)
      for (const word of names
        .of(code)
        ?.toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? [])
        yield [word, 1]
  }
}

let codes: Record<string, string[]> | undefined

function knownCodes(): Record<string, string[]> {
  if (codes) return codes
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const region = letters.flatMap((first) => letters.map((second) => first + second))
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  codes = {
    region: region.filter((code) => english.of(code) !== undefined),
    currency: Intl.supportedValuesOf('currency'),
  }
  return codes
}

const unseen = 1e-6

function learn(words: Iterable<[word: string, weight: number]>): LanguageModel {
  const pairs = new Map<string, number>()
  const befores = new Map<string, number>()
  const letters = new Map<string, number>()
  let total = 0
  const add = (map: Map<string, number>, key: string, weight: number) =>
    map.set(key, (map.get(key) ?? 0) + weight)
  for (const [word, weight] of words) {
    let before = '^'
    for (const letter of [...word, '$']) {
      add(pairs, before + letter, weight)
      add(befores, before, weight)
      add(letters, letter, weight)
      total += weight
      before = letter
    }
  }
  return {
    logLikelihood(before, letter) {
      const after = befores.get(before) ?? 0
      const together = (pairs.get(before + letter) ?? 0) / (after + 5)
      const alone = (letters.get(letter) ?? 0) / total
      return Math.log(0.7 * together + 0.3 * alone + unseen)
    },
  }
}
