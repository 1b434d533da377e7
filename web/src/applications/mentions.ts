export interface Person {
  id: string
  name: string
}

/** The start of a mention before the caret: "@in" answers "in". */
export function mentionBefore(text: string, caret: number): string | null {
  return /(?:^|\s)@([\p{L}\p{N}'.-]*(?: [\p{L}\p{N}'.-]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/** The ids of those a text mentions. Of "Ana" and "Ana Ortiz", "@Ana Ortiz" means the longer. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const ids = new Set<string>()
  let left = text
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    if (!left.includes(`@${name}`)) continue
    ids.add(id)
    // Of two people with one name, both are meant.
    if (!people.some((other) => other.id !== id && other.name === name && !ids.has(other.id)))
      left = left.replaceAll(`@${name}`, '')
  }
  return [...ids]
}

/** Markdown in which the people mentioned stand out. */
export function withMentions(body: string, mentions: readonly Person[]): string {
  return mentions.reduce((text, { name }) => {
    const plain = name.replace(/[\\`*_[\]<>]/g, '\\$&')
    return text.replaceAll(`@${name}`, `**@${plain}**`)
  }, body)
}
