import mammoth from 'mammoth'
import sanitizeHtml from 'sanitize-html'
import { DocumentRefused } from './read-document.ts'
import { readHeads, repackDocx } from './read-docx.ts'

const maxPictureBytes = 4 * 1024 * 1024
const maxHtmlLength = 1_000_000

const picture = /^image\/(?:png|jpeg|gif|webp)$/
const dataPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/=]*$/

const elements = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'ul', 'ol', 'li', 'a', 'img'],
  ...['strong', 'em', 'u', 's', 'sup', 'sub', 'table', 'thead', 'tbody', 'tr', 'td', 'th'],
]

const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Keeps only text elements: no scripts, styles, classes, ids or URLs that load anything. */
function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: elements,
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nestingLimit: 60,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: attribs.href?.startsWith('#')
          ? {}
          : { ...attribs, rel: 'noopener noreferrer nofollow', target: '_blank' },
      }),
      img: (tagName, { src = '', alt = '' }): sanitizeHtml.Tag => ({
        tagName,
        attribs: dataPicture.test(src) ? { src, alt } : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/**
 * Converts a Word document to sanitized HTML with its own images.
 * @throws DocumentRefused
 */
export async function docxToHtml(content: Buffer): Promise<{ html: string; shortened: boolean }> {
  const { parts, file } = await repackDocx(content)
  let pictureBytes = 0
  let shortened = false
  const convertImage = mammoth.images.imgElement(async (image) => {
    const data = picture.test(image.contentType) ? await image.readAsBase64String() : ''
    if (data && pictureBytes + data.length <= maxPictureBytes) {
      pictureBytes += data.length
      return { src: `data:${image.contentType};base64,${data}` }
    }
    shortened = true
    return { src: '' }
  })
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: file },
      { styleMap, convertImage, externalFileAccess: false },
    )
    if (value.length - pictureBytes > maxHtmlLength) throw new DocumentRefused('too-large')
    const heads = readHeads(parts).map((text) => `<p>${escapeText(text)}</p>`)
    return { html: sanitize(heads.join('') + value), shortened }
  } catch (error) {
    throw error instanceof DocumentRefused ? error : new DocumentRefused('broken')
  }
}
