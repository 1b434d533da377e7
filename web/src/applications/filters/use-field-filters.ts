import type { NamedField } from '../../custom-fields/application-fields.ts'
import { type FieldFilter, readFieldFilter, writeFieldFilter } from '../../custom-fields/field-filters.ts'

/** Begins the key of a filter that was just added and has no value yet. */
const added = 'added field '

export function keyOfAdded(name: string): string {
  return `${added}${name}`
}

/** Returns the conditions on custom fields, each with how to change and remove it, and one being added. */
export function useFieldFilters<Search extends { field?: string[] }>(
  search: Search,
  fields: readonly NamedField[],
  onChange: (search: Search) => void,
  opened: string | null,
) {
  const texts = search.field ?? []
  const set = (next: string[]) => onChange({ ...search, field: next.length > 0 ? next : undefined })
  const fieldOf = (name: string) => fields.find((each) => each.name === name)?.field
  const shown = texts.flatMap((text, index) => {
    const filter = readFieldFilter(text)
    if (!filter) return []
    return {
      key: `field ${index}`,
      name: filter.name,
      field: fieldOf(filter.name),
      filter,
      apply: (next: FieldFilter) => set(texts.with(index, writeFieldFilter(next))),
      remove: () => set(texts.toSpliced(index, 1)),
    }
  })
  const adding = opened?.startsWith(added) ? opened.slice(added.length) : null
  const another = adding !== null && {
    key: keyOfAdded(adding),
    name: adding,
    field: fieldOf(adding),
    filter: undefined,
    apply: (next: FieldFilter) => set([...texts, writeFieldFilter(next)]),
    remove: () => {},
  }
  return another ? [...shown, another] : shown
}
