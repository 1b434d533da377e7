import { trustedPolicy } from './trusted-policy.ts'

const names = 'h[1-6]|p|br|ul|ol|li|a|img|strong|em|u|s|sup|sub|table|thead|tbody|tr|td|th'

/** Escaped as the server does it. No other entity, which could spell a scheme. */
const text = '(?:[^"&]|&(?:amp|lt|gt|quot);)*'

const attributes = [
  `(?:rel|target|alt|colspan|rowspan)="${text}"`,
  // Of these schemes or of none: no colon before the path.
  `href="(?:\\s*(?:https?|mailto|tel):|(?![^"/?#]*:))${text}"`,
  'src="data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z\\d+/=]*"',
  // An empty value has been dropped.
  '(?:rel|target|alt|colspan|rowspan|href)',
].join('|')

const plainTag = new RegExp(`^</?(?:${names})(?: (?:${attributes}))* ?/?>$`, 'i')

/** Checks again what the server has sanitized, so that this policy is safe whatever it is called with. */
function createHTML(html: string): string {
  for (const [tag] of html.matchAll(/<[^>]*>?/g))
    if (!plainTag.test(tag)) throw new TypeError('A preview consists of plain elements of text.')
  return html
}

const policy = trustedPolicy('document-preview', { createHTML })

/** The HTML of a document's preview, for React to set; null for anything but plain elements of text. */
export function trustedPreview(html: string): string | null {
  try {
    return policy.createHTML(html)
  } catch {
    return null
  }
}
