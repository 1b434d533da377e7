import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { statusTypes } from '@muster/contract/status-types.ts'

interface PaletteColor {
  color: string
  label: MessageDescriptor
}

/**
 * The colours of stages: the defaults of the types, and some more. Each pair is distinguishable with red,
 * green and blue blindness, and each has contrast on light and dark backgrounds; palette.test.ts checks it.
 */
export const palette: readonly PaletteColor[] = [
  { color: statusTypes.lead.color, label: msg`Gray` },
  { color: statusTypes.contacted.color, label: msg`Blue` },
  { color: statusTypes.qualified.color, label: msg`Purple` },
  { color: statusTypes.submitted.color, label: msg`Amber` },
  { color: statusTypes.interview.color, label: msg`Cyan` },
  { color: statusTypes.offer.color, label: msg`Rust` },
  { color: statusTypes.hired.color, label: msg`Green` },
  { color: statusTypes.closed.color, label: msg`Silver` },
  { color: '#A59450', label: msg`Olive` },
  { color: '#741B7E', label: msg`Plum` },
  { color: '#4E261C', label: msg`Brown` },
  { color: '#1C3050', label: msg`Navy` },
]
