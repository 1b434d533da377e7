/**
 * Realistic mistakes in SQL: a missing condition, a wrong comparison, a wrong join, another order. Works on a
 * template's text, in which a private-use character stands for each parameter.
 */

export interface SqlChange {
  sql: string
  was: string
  becomes: string
}

interface Token {
  text: string
  start: number
  end: number
  depth: number
}

const pattern =
  /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[A-Za-z_][\w.]*|\d+|<>|<=|>=|!=|=>|&&|@>|::|->>|->|\|\||[=<>(),]|[\uE000-\uF8FF]|\S/g

/** Keywords that start conditions, and those that end them at the same level. */
const starters = new Set(['where', 'on', 'having', 'when'])
const enders = new Set(
  'order group limit offset returning union except intersect for on join left right inner cross full window having then else end where do set from select as over , ;'.split(
    ' ',
  ),
)

function tokensOf(sql: string): Token[] {
  let depth = 0
  const tokens: Token[] = []
  for (const match of sql.matchAll(pattern)) {
    const text = match[0].toLowerCase()
    if (text.startsWith('--')) continue
    tokens.push({ text, start: match.index, end: match.index + match[0].length, depth })
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
  }
  return tokens
}

/** Returns the conditions from token `first` on, as ranges of tokens without the `and` or `or` between them. */
function conditionsFrom(tokens: Token[], first: number, depth: number): [number, number][] {
  const conditions: [number, number][] = []
  let from = first
  let between = false
  let at = first
  for (; at < tokens.length; at += 1) {
    const { text, depth: level } = tokens[at]!
    if (level < depth) break
    if (level > depth) continue
    if (enders.has(text) || text === ')') break
    if (text === 'between') between = true
    else if (text === 'and' && between) between = false
    else if (text === 'and' || text === 'or') {
      conditions.push([from, at])
      from = at + 1
    }
  }
  if (at > from) conditions.push([from, at])
  return conditions
}

/**
 * Ids are unique across workspaces, so a join returns the same without its workspace column: that column is for indexes
 * and distribution, and no test can notice its absence.
 */
const joinsWorkspaces = /^\w+\.workspace_id = \w+\.workspace_id$/

function* droppedConditions(sql: string, tokens: Token[]): Generator<SqlChange> {
  for (let index = -1; index < tokens.length; index += 1) {
    const token = tokens[index]
    const named = token !== undefined && starters.has(token.text)
    if (token && !named && token.text !== '(') continue
    if (
      token?.text === 'on' &&
      (tokens[index - 1]?.text === 'distinct' || tokens[index + 1]?.text === 'conflict')
    )
      continue
    const depth = token ? token.depth + (token.text === '(' ? 1 : 0) : 0
    const conditions = conditionsFrom(tokens, index + 1, depth)
    if (conditions.length < (named ? 1 : 2)) continue
    for (const [position, [from, to]] of conditions.entries()) {
      if (from === to) continue
      const start = tokens[from]!.start
      const end = tokens[to - 1]!.end
      const was = sql.slice(start, end)
      if (joinsWorkspaces.test(was.trim())) continue
      const alone = conditions.length === 1
      const cutFrom = position > 0 ? tokens[from - 1]!.start : start
      const cutTo = position > 0 || alone ? end : tokens[to]!.end
      const dropped = sql.slice(0, cutFrom) + (alone ? 'true' : '') + sql.slice(cutTo)
      yield { sql: dropped, was, becomes: alone ? 'true' : 'nothing' }
    }
  }
}

/** Word or operator → its typical mistakes. */
const swaps = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '<>': '=',
    desc: 'asc',
    max: 'min',
    min: 'max',
    greatest: 'least',
    least: 'greatest',
  }),
)

const phrases: [RegExp, string][] = [
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bis not distinct from\b/gi, 'is distinct from'],
  [/\bis distinct from\b/gi, 'is not distinct from'],
  [/\bnot exists\b/gi, 'exists'],
  [/\bnot in\b/gi, 'in'],
  [/\bleft join\b(?! lateral)/gi, 'join'],
  [/\bdistinct (?!on\b|from\b)/gi, ''],
  [/\blimit (\d+|[\uE000-\uF8FF])/gi, ''],
]

function around(sql: string, start: number, end: number): string {
  return sql.slice(Math.max(0, start - 24), Math.min(sql.length, end + 24))
}

function* swapped(sql: string, tokens: Token[]): Generator<SqlChange> {
  const change = (start: number, end: number, by: string): SqlChange => {
    const changed = sql.slice(0, start) + by + sql.slice(end)
    return { sql: changed, was: around(sql, start, end), becomes: around(changed, start, start + by.length) }
  }
  for (const { text, start, end } of tokens) {
    const by = swaps.get(text)
    if (by) yield change(start, end, by)
    if (/^\d+$/.test(text) && Number(text) > 0 && sql[start - 1] !== '$')
      yield change(start, end, String(Number(text) + 1))
    const amount = /^'(\d+)( \w+)'$/.exec(text)
    if (amount) yield change(start, end, `'${Number(amount[1]) * 2}${amount[2]}'`)
  }
  for (const [phrase, by] of phrases)
    for (const match of sql.matchAll(phrase)) yield change(match.index, match.index + match[0].length, by)
}

/** Reduces `coalesce(a, b)` to `a`: a missing default. */
function* withoutDefault(sql: string, tokens: Token[]): Generator<SqlChange> {
  for (const [index, { text, start, depth }] of tokens.entries()) {
    if (text !== 'coalesce' || tokens[index + 1]?.text !== '(') continue
    const inside = tokens.slice(index + 2)
    const comma = inside.find((token) => token.text === ',' && token.depth === depth + 1)
    const close = inside.find((token) => token.text === ')' && token.depth === depth + 1)
    if (!comma || !close || comma.start > close.start) continue
    const first = sql.slice(tokens[index + 1]!.end, comma.start)
    const was = sql.slice(start, close.end)
    yield { sql: `${sql.slice(0, start)}(${first})${sql.slice(close.end)}`, was, becomes: `(${first})` }
  }
}

/** Returns every change of one SQL text. Each leaves valid SQL, as far as possible without the schema. */
export function sqlChanges(sql: string): SqlChange[] {
  const tokens = tokensOf(sql)
  const changes = [...droppedConditions(sql, tokens), ...swapped(sql, tokens), ...withoutDefault(sql, tokens)]
  const seen = new Set([sql])
  return changes.filter((change) => !seen.has(change.sql) && seen.add(change.sql))
}
