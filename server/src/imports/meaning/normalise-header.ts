const one = { numberAtEnd: /(\p{L})(\d+)$/u, gaps: /[^\p{L}\p{N}\p{M}]+/gu }
const listed = { numberAtEnd: /(\p{L})(\d+)$/gmu, gaps: /[^\p{L}\p{N}\p{M}\n]+/gu }

function normalise(text: string, { numberAtEnd, gaps }: typeof one): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(numberAtEnd, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(gaps, ' ')
    .trim()
}

const sameLetters: Record<string, string> = {
  ...{ ı: 'i', ł: 'l', đ: 'd', ð: 'd', ø: 'o', æ: 'ae', œ: 'oe' },
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ة: 'ه', ى: 'ي', ـ: '' },
}

function unifyLetters(words: string): string {
  if (/^[a-z0-9 ]*$/.test(words)) return words
  return words
    .normalize('NFD')
    .replace(/(\p{Script=Greek})\p{M}+/gu, '$1')
    .replace(/[\u064b-\u0652\u0670\u093c\u05b0-\u05c7]/g, '')
    .normalize('NFC')
    .replace(/[ıłđðøæœأإآٱةىـ]/g, (letter) => sameLetters[letter]!)
}

/**
 * A header as comparable words: `companyName`, " Company_Name* " and "company.name" are all "company name".
 * Accents go from Latin letters, so "Prénom" is "prenom". Mappings are stored under these words.
 */
export function normaliseHeader(header: string): string {
  return normalise(header, one)
}

/** The words of a header without the letters and signs that are typed in more than one way. */
export function foldHeader(header: string): string {
  return unifyLetters(normaliseHeader(header))
}

/** Folds many headers, none with a line break, in a fraction of the time. */
export function foldHeaders(headers: readonly string[]): string[] {
  const text = headers.map((header) => header.trim()).join('\n')
  return unifyLetters(normalise(`x\n${text}\nx`, listed))
    .split('\n')
    .slice(1, -1)
    .map((words) => words.trim())
}

const latinLetters =
  'а=a б=b в=v г=g ґ=g д=d е=e є=ye ж=zh з=z и=i і=i ї=yi й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya'
const transliteration = new Map(
  latinLetters.split(' ').map((pair) => pair.split('=') as [cyrillic: string, latin: string]),
)

/** Cyrillic words as they are typed on a Latin keyboard: "familiya". */
export function transliterate(words: string): string {
  return Array.from(words, (letter) => transliteration.get(letter) ?? letter).join('')
}
