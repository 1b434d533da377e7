import chardet from 'chardet'
import iconv from 'iconv-lite'

/**
 * Encodings a spreadsheet program of some country or decade saves by itself, each with the characters above ASCII
 * that its own languages use all the time. Earlier ones win a tie.
 */
const encodings: [name: string, usual: RegExp][] = [
  ['windows-1252', /[éèêëàâçîïôùûüœäößñóíáúãåæøÉÈÊÀÂÇÔÖÜÄÑÓÍÁÚØÅÆ’‘“”–—…€£°«»·¿¡]|õ(?=e)/gu],
  ['windows-1250', /[ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăşţĂŞŢđĐéáíóöüäýúâîÉÁÍÓÖÜÄÚ’“”„–€]/gu],
  ['windows-1251', /[а-яёА-ЯЁіїєґІЇЄҐўЎ№«»–—’“”„]/gu],
  ['gb18030', /[\u4e00-\u9fff，。（）：；、？！《》“”]/gu],
  ['windows-1254', /[ğışçöüĞİŞÇÖÜâîéÉ’“”–]/gu],
  ['windows-1253', /[α-ωά-ώΑ-ΩΆΈΉΊΌΎΏϊϋΐΰ«»–’“”]/gu],
  ['windows-1257', /[ąčęėįšųūžĄČĘĖĮŠŲŪŽāēģīķļņĀĒĢĪĶĻŅõäöüÕÄÖÜ’“”„–]/gu],
  ['windows-1255', /[א-ת\u05b0-\u05bc׳״’“”–₪]/gu],
  ['windows-1256', /[\u0621-\u064a\u067e\u0686\u0698\u06af،؛؟’“”–]/gu],
  ['big5', /[\u4e00-\u9fff，。（）：；、？！「」]/gu],
  ['shift_jis', /[\u3041-\u30ff\u4e00-\u9fff、。「」（）ー々]/gu],
  ['euc-jp', /[\u3041-\u30ff\u4e00-\u9fff、。「」（）ー々]/gu],
  ['euc-kr', /[\uac00-\ud7a3]/gu],
  ['koi8-r', /[а-яёА-ЯЁ]/gu],
  ['iso-8859-2', /[ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăşţđéáíóöüäýúâî]/gu],
  ['macintosh', /[éèêëàâçîïôùûüœäößñóíáúåæøÉÈÊÀÂÇÔÖÜÄÑÓÍÁÚØÅÆ’‘“”–—…€£°«»·¿¡]/gu],
  ['cp866', /[а-яёА-ЯЁ№]/gu],
  ['windows-874', /[\u0e01-\u0e5b]/gu],
]

/** What chardet calls the encodings above. */
const chardetNames: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-6': 'windows-1256',
}

/**
 * Chooses among single- and multi-byte legacy encodings the one in which the sample reads most like words.
 * chardet's letter statistics need more text than a list of names has, so they only add to the score.
 */
export function guessLegacyEncoding(sample: Buffer): string {
  const hints = new Map<string, number>()
  for (const { name, confidence } of chardet.analyse(sample)) {
    const encoding = chardetNames[name.toLowerCase()] ?? name.toLowerCase()
    hints.set(encoding, Math.max(hints.get(encoding) ?? 0, confidence / 100))
  }
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const [encoding, usual] of encodings) {
    const score =
      readability(iconv.decode(sample, encoding), encoding, usual) + 0.3 * (hints.get(encoding) ?? 0)
    if (score > best.score + 0.01) best = { encoding, score }
  }
  return best.encoding
}

function readability(text: string, encoding: string, usual: RegExp): number {
  const above = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  if (above === 0) return 0
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  let points = count(usual)
  points -= 4 * count(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)
  // Within a word: a capital after a small letter, two alphabets, or a sign.
  points -= 2 * count(/(?<=\p{Ll})(?=[^\p{ASCII}])\p{Lu}|(?<=[^\p{ASCII}])(?<=\p{Ll})\p{Lu}/gu)
  points -=
    2 *
    count(
      /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}])/gu,
    )
  points -= 2 * count(/(?<=\p{L})(?=[^\p{ASCII}])[\p{S}\p{N}\p{Po}\p{Ps}](?=\p{L})/gu)
  if (encoding === 'gb18030') points -= 1.5 * rareShare(text, encoding, 0xb0, 0xd7)
  if (encoding === 'big5') points -= 1.5 * rareShare(text, encoding, 0xa4, 0xc6)
  if (encoding === 'shift_jis' || encoding === 'euc-jp') points -= count(/[\uff61-\uff9f]/g)
  // The Greek letters that Hebrew ones turn into: a final sigma inside a word, vowels with two accents.
  if (encoding === 'windows-1253') points -= 3 * count(/ς(?=\p{Ll})|[ΐΰ]/gu)
  // One pair of bytes makes one East Asian character but two letters of an alphabet.
  const isEastAsian = /^(?:gb18030|big5|shift_jis|euc-)/.test(encoding)
  // Korean syllables are also frequent Chinese characters, but hardly ever the other way round.
  const isKorean = encoding === 'euc-kr' && above >= 8 && count(usual) === above
  return points / above + (isEastAsian ? 0.1 : 0) + (isKorean ? 0.2 : 0)
}

/** Chinese characters outside the block of frequent ones, by lead byte: text in another encoding is full of them. */
function rareShare(text: string, encoding: string, firstLead: number, lastLead: number): number {
  let rare = 0
  for (const [character] of text.matchAll(/\p{Script=Han}/gu)) {
    const lead = iconv.encode(character, encoding)[0]!
    if (lead < firstLead || lead > lastLead) rare++
  }
  return rare
}
