import type { InputWrapperProps } from '@mantine/core'

/** The help stands below: fields side by side keep their inputs on one line. */
export const helpBelow: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]
