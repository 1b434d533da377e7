import { foldHeader } from './normalise-header.ts'

const shortWords: Record<string, string> = {
  ...{
    addr: 'address',
    ph: 'phone',
    dt: 'date',
    nbr: 'number',
    num: 'number',
    mob: 'mobile',
    cand: 'candidate',
  },
  ...{ appl: 'application', curr: 'current', cur: 'current', loc: 'location', org: 'organization' },
  ...{ desig: 'designation', src: 'source', nm: 'name', ctry: 'country', mgr: 'manager', req: 'requisition' },
}

/** Programs put the kind of a field or the system it comes from before its name: "txtEmail", "ADEmail", "tbl_phone". */
const gluedPrefix =
  /^(?:AD|HR|CRM|ATS|SF|LI|BH|(?:txt|str|tbl|fld|col|dt|chk|ddl|lbl)(?=\p{Lu}))(?=\p{Lu}\p{Ll})/u
const splitPrefix = /^(?:tbl|fld|col|x|cf|cust|udf|vw|dim|hr|ats|crm|sf|usr|c|u|f|x[_ ]studio)[_ ](?=\p{L})/iu
const remarks = /\s*[([{<【（][^)\]}>】）]*[)\]}>】）]\s*/gu
const numbering = /^\s*(?:(?:q|question|frage|pregunta|вопрос)\s*\.?\s*)?#?\d{1,2}\s*[.):：、-]\s*(?=\S)/iu

export interface HeaderSpellings {
  /** The ways to read the header, the most literal first. */
  spellings: string[]
  /** The parts of "Person : Phones : Mobile". */
  path: string[]
  /** What is in brackets. */
  remark: string
}

export function spellHeader(header: string): HeaderSpellings {
  const plain = header
    .normalize('NFKC')
    .replace(numbering, '')
    .replace(/(\p{L})['’´`]s\b/gu, '$1')
    .trim()
  const bare = plain.replace(remarks, ' ').trim()
  const withoutPrefix = bare.replace(gluedPrefix, '').replace(splitPrefix, '')
  const readings = Array.from(new Set([header, plain, bare, withoutPrefix]), foldHeader)
  const spellings = new Set(readings)
  for (const reading of readings) {
    spellings.add(withoutRepeats(reading))
    spellings.add(withoutRepeats(lengthen(reading)))
  }
  spellings.delete('')
  const remark = bare === plain ? '' : foldHeader((plain.match(remarks) ?? []).join(' '))
  return { spellings: [...spellings], path: splitPath(withoutPrefix), remark }
}

/** "Email Email Address" is "email address", "First Name First Name" is "first name". */
function withoutRepeats(name: string): string {
  if (!name.includes(' ')) return name
  const words = name.split(' ')
  const half = words.length / 2
  if (words.length > 1 && words.slice(0, half).join(' ') === words.slice(half).join(' '))
    return words.slice(0, half).join(' ')
  return words.filter((word, index) => word !== words[index - 1]).join(' ')
}

function lengthen(name: string): string {
  return name
    .split(' ')
    .map((word) => (Object.hasOwn(shortWords, word) ? shortWords[word]! : word))
    .join(' ')
}

function splitPath(header: string): string[] {
  const parts = header
    .split(/\s*(?:[:：/>|→\\]|\.(?=[\p{L}_]))\s*|\s+[-–—]\s+/u)
    .map(foldHeader)
    .map(withoutRepeats)
    .filter((part) => part !== '')
  return parts.length > 1 ? parts : []
}
