import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How a filter compares a field with its value. */
export const operatorLabels = {
  contains: msg({ message: 'contains', context: 'filter' }),
  is: msg({ message: 'is', context: 'filter' }),
  isNot: msg({ message: 'is not', context: 'filter' }),
  anyOf: msg({ message: 'is any of', context: 'filter' }),
  gte: msg({ message: 'at least', context: 'filter' }),
  lte: msg({ message: 'at most', context: 'filter' }),
  gt: msg({ message: 'more than', context: 'filter' }),
  lt: msg({ message: 'less than', context: 'filter' }),
  before: msg({ message: 'before', context: 'filter' }),
  after: msg({ message: 'after', context: 'filter' }),
  empty: msg({ message: 'is empty', context: 'filter' }),
  filled: msg({ message: 'has a value', context: 'filter' }),
} satisfies Record<string, MessageDescriptor>

export type Operator = keyof typeof operatorLabels
