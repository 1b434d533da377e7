import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { guessLegacyEncoding } from './guess-legacy-encoding.ts'

/** Few names each, as in a short list: what statistics of letters alone get wrong. */
const lists: [language: string, encoding: string, text: string][] = [
  ['French', 'windows-1252', 'Prénom;Adresse\nRené;Place de la République 90\nHélène;Besançon'],
  ['French in capitals', 'windows-1252', 'NOM;VILLE\nFRANÇOIS;ORLÉANS\nHÉLÈNE;BESANÇON'],
  ['a single accent', 'windows-1252', 'name,city\nJose,Paris\nRené,Nice'],
  ['German', 'windows-1252', 'Name;Straße\nJürgen Groß;Köln\nBjörn Schäfer;München'],
  ['Spanish', 'windows-1252', 'nombre;apellido\nMaría;Peña\nAndrés;Ibáñez'],
  ['Portuguese', 'windows-1252', 'nome;observações\nJoão;São Paulo'],
  ['curly quotes', 'windows-1252', 'name,salary\nJohn,€ 500\nMary “Polly” O’Neil,€700'],
  ['signs alone', 'windows-1252', 'name,notes\nAnna\u00a0Smith,“wants €50k” – it’s fine…\nBo,C–level'],
  ['Polish', 'windows-1250', 'Imię;Nazwisko\nŁukasz;Wiśniewski\nMałgorzata;Dąbrowska'],
  ['Czech', 'windows-1250', 'Jméno;Příjmení\nJiří;Dvořák\nLukáš;Černý'],
  ['Hungarian', 'windows-1250', 'Név;Város\nErdős Pál;Győr\nSzűcs Jenő;Pécs'],
  ['Polish from Unix', 'iso-8859-2', 'Imię;Nazwisko\nŁukasz;Wiśniewski\nPaweł;Zieliński'],
  ['Russian', 'windows-1251', 'ФИО;Телефон\nИванов Иван;+79161234567\nПетрова Анна;+7916'],
  ['Ukrainian', 'windows-1251', "Ім'я;Місто\nОлена;Київ\nЄвген;Львів"],
  ['Russian from Unix', 'koi8-r', 'ФИО;Телефон\nИванов Иван Петрович;+79161234567'],
  ['Russian from DOS', 'cp866', 'ФИО;Телефон\nИванов Иван Петрович;+79161234567'],
  ['Greek', 'windows-1253', 'Όνομα;Πόλη\nΓιώργος Παπαδόπουλος;Αθήνα'],
  ['Turkish', 'windows-1254', 'Ad;Şehir\nAyşe Yılmaz;İstanbul\nÇağlar Öztürk;İzmir'],
  ['Hebrew', 'windows-1255', 'שם;עיר\nדוד כהן;תל אביב\nשרה לוי;חיפה'],
  ['Arabic', 'windows-1256', 'الاسم;المدينة\nمحمد علي;القاهرة'],
  ['Lithuanian', 'windows-1257', 'Vardas;Miestas\nŽydrūnas;Šiauliai\nRūta Žukauskaitė;Kėdainiai'],
  ['Chinese', 'gb18030', '姓名,电话,邮箱\n王小明,13800138000,wang@example.com'],
  ['traditional Chinese', 'big5', '姓名,電話,郵箱\n王小明,0912345678\n陳美玲,0922'],
  ['Japanese', 'shift_jis', '氏名,電話\n山田太郎,0312345678\n鈴木さくら,090'],
  ['Korean', 'euc-kr', '이름,전화\n김철수,01012345678\n이영희,010'],
  ['French from a Mac', 'macintosh', 'nom;ville\nRené;Besançon\nHélène;Orléans'],
]

/** Of each row, the same text in encodings of different systems. */
const families: [encodings: string, texts: string[]][] = [
  [
    'windows-1252 iso-8859-15 macintosh cp850',
    [
      'Name;Ort\nMax Bäcker;Saarbrücken\nUlrike Höfer;Fürth',
      'Nom;Ville\nCécile Hénault;Saint-Étienne\nLoïc Gérard;Châteauroux',
      'Nombre;Ciudad\nRamón Cañas;La Coruña\nSofía Yáñez;Mérida',
      'Nome;Cidade\nFlávio Gusmão;Ribeirão Preto\nInês Brandão;Évora',
      'Navn;By\nBjørnstjerne Bjørnson;Tønsberg\nLærke Bæk;Nørresundby',
      'NAME;STRASSE\nMÜLLER;GRÜNER WEG\nÖZIL;SCHÖNE ALLEE',
      'Nom\nGaëlle',
    ],
  ],
  [
    'windows-1250 iso-8859-2 cp852 maccenteuro',
    [
      'Nazwisko;Miasto\nKrzysztof Głąb;Wałbrzych\nŻelisława Prączyńska;Chełm',
      'Příjmení\nBohumil Řezníček;Ústí nad Labem\nBožena Švecová;Hradec Králové',
      'Név\nGyörgyi Fűrész;Székesfehérvár\nMihály Bőhm;Nyíregyháza',
    ],
  ],
  [
    'windows-1251 koi8-r cp866 iso-8859-5 maccyrillic',
    ['Фамилия;Город\nЖуравлёв Эдуард;Челябинск\nХарламова Зинаида;Нижний Новгород', 'Name;x\nКатя;1'],
  ],
  ['windows-1253 iso-8859-7', ['Επώνυμο\nΧρήστος Βλάχος;Ηράκλειο\nΣοφία Ζαχαρίου;Λάρισα']],
  ['windows-1256 iso-8859-6', ['اللقب\nزينب الطيب;الرياض\nياسر شحاتة;الدوحة']],
  ['windows-874', ['นามสกุล\nวิชัย พงษ์ศักดิ์;นนทบุรี']],
  ['gb18030', ['姓氏,部门\n诸葛亮,财务\n慕容雪,销售', 'Name,x\n韩梅梅,1']],
  ['big5', ['姓名,部門\n歐陽菲菲,財務\n鍾嘉欣,業務']],
  ['shift_jis euc-jp', ['名前,部署\nよしだ ひろし,営業部\nワタナベ ケンジ,総務']],
  ['euc-kr', ['성명,부서\n남궁민수,영업\n제갈공명,개발', 'Name\n홍길동']],
]

describe('guessLegacyEncoding', () => {
  it.each(lists)('reads a short list in %s', async (_, encoding, text) => {
    const bytes = iconv.encode(text, encoding)
    expect(iconv.decode(bytes, (await guessLegacyEncoding(bytes)) ?? '')).toBe(text)
  })

  it.each(
    families.flatMap(([encodings, texts]) =>
      encodings.split(' ').map((encoding) => [encoding, texts] as const),
    ),
  )('reads names it has not learnt in %s', async (encoding, texts) => {
    for (const text of texts) {
      const bytes = iconv.encode(text, encoding)
      // Some of the old ones lack a letter.
      if (iconv.decode(bytes, encoding) !== text) continue
      expect(iconv.decode(bytes, (await guessLegacyEncoding(bytes)) ?? '')).toBe(text)
    }
  })
})
