export interface Person {
  id: string
  name: string
}

/** Returns the partial mention before the caret: "in" for "@in". */
export function mentionBefore(text: string, caret: number): string | null {
  return /(?:^|\s)@([\p{L}\p{N}'.-]*(?: [\p{L}\p{N}'.-]*)?)$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/**
 * Returns the ids of the people that a text mentions. With "Ana" and "Ana Ortiz", "@Ana Ortiz" mentions the
 * latter.
 */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const ids = new Set<string>()
  let left = text
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    if (!left.includes(`@${name}`)) continue
    ids.add(id)
    // If two people share a name, both are mentioned.
    if (!people.some((other) => other.id !== id && other.name === name && !ids.has(other.id)))
      left = left.replaceAll(`@${name}`, '')
  }
  return [...ids]
}

/** Returns Markdown with the mentioned names emphasised. */
export function withMentions(body: string, mentions: readonly Person[]): string {
  return mentions.reduce((text, { name }) => {
    const plain = name.replace(/[\\`*_[\]<>]/g, '\\$&')
    return text.replaceAll(`@${name}`, `**@${plain}**`)
  }, body)
}
