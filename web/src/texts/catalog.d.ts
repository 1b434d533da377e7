declare module '*.po?part=first' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
  export const parts: Record<string, () => Promise<{ messages: Messages }>>
}
