/** Country codes of one and two digits; all others have three. */
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/**
 * Formats a stored number such as +13125550148 in readable groups: +1 312 555 0148. Others stay as they are.
 */
export function formatPhone(phone: string): string {
  const [, digits, extension = ''] = /^\+(\d{7,15})( .*)?$/.exec(phone) ?? []
  if (!digits) return phone
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3)
  // Groups of three; the last has two to four.
  const groups = digits.slice(code.length).match(/\d{2,4}$|\d{3}(?=\d{2})/g) ?? []
  return `+${[code, ...groups].join(' ')}${extension}`
}
