import { describe, expect, it } from 'vitest'
import { buildOpenApi } from './openapi.ts'
import { describeField, fields, fieldsOf, parameters } from './openapi-fields.ts'

describe('the descriptions of fields', () => {
  it('are each used by the document', () => {
    const document = JSON.stringify(buildOpenApi())
    const isUnused = (description: string) => !document.includes(JSON.stringify(description).slice(1, -1))
    const all = [fields, parameters, ...Object.values(fieldsOf)]
    expect(all.flatMap((group) => Object.values(group)).filter(isUnused)).toEqual([])
  })

  it('prefer the meaning within an object to the usual one', () => {
    expect(describeField('total', 'BoardColumn')).toBe('All applications of the column')
    expect(describeField('total', 'ListUsersResponse')).toBe('The number of all, across pages')
  })

  it('tell abilities and counts of status types by their name', () => {
    expect(describeField('changeRole', 'can')).toBe('Whether the caller may do this now: change role')
    expect(describeField('lead', 'counts')).toBe('The number in statuses of the type `lead`')
    expect(describeField('admin', 'byRole')).toBe('The number of users with the role `admin`')
  })

  it('say nothing of unknown fields', () => {
    expect(describeField('unheardOf', 'Company')).toBeUndefined()
  })
})
