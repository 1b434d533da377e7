const head = '<?xml version="1.0" encoding="UTF-8"?>'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

/** TwiML that ends the call before it is answered. */
export const rejectTwiml = `${head}<Response><Reject/></Response>`

/** TwiML that does nothing more: the call ends. */
export const emptyTwiml = `${head}<Response/>`

interface Dialed {
  callerNumber: string
  phone: string
  /** Where Twilio reports the call. */
  reportUrl: string
}

/** Returns TwiML that dials a number and reports the call. The browser's call is answered when the person answers. */
export function dialTwiml({ callerNumber, phone, reportUrl }: Dialed): string {
  const url = escapeXml(reportUrl)
  const dial = `<Dial callerId="${escapeXml(callerNumber)}" answerOnBridge="true" action="${url}">`
  const number = `<Number statusCallback="${url}" statusCallbackEvent="initiated ringing answered completed">`
  return `${head}<Response>${dial}${number}${escapeXml(phone)}</Number></Dial></Response>`
}
