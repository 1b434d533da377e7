/**
 * A local peer of Twilio's Voice SDK: it speaks the signaling of the SDK, version 1.6, over a socket that replaces the browser's,
 * and answers with a real WebRTC connection. Importing it before the SDK is loaded installs it.
 */
interface Message {
  type: string
  payload: Record<string, unknown>
}

const callSid = 'CA00000000000000000000000000000001'

/** What the SDK sent since the last reset, without its registrations. */
let sent: Message[] = []
let socket: PeerSocket | undefined
let isReachable = true
/** How long the next token is valid. The SDK asks for another one 10 seconds before. */
let ttlSeconds = 600
/** The error code with which the access token is refused. */
let refusedWith: number | undefined
/** Whether the SDK knows the ID of the call. */
let isKnown = false

class PeerSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING
  constructor() {
    super()
    socket = this
    setTimeout(() => (isReachable ? this.open() : this.end(1006)))
  }

  private open(): void {
    this.readyState = WebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  end(code: number): void {
    this.readyState = WebSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code }))
  }

  send(data: string): void {
    if (data === '\n') return
    const message = JSON.parse(data) as Message
    sent.push(message)
    if (message.type === 'invite' && message.payload.reconnect) this.tell('answer', { callsid: callSid })
    if (message.type !== 'listen') return
    if (refusedWith) this.tell('error', { error: { code: refusedWith, message: 'refused' } })
    else {
      const token = { identity: 'somebody', ttl: ttlSeconds }
      ttlSeconds = 600
      this.tell('connected', { token, region: 'us1', edge: 'roaming' })
    }
  }

  tell(type: string, payload: object): void {
    this.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ type, payload, version: '1.6' }) }),
    )
  }

  close(): void {
    this.end(1000)
  }
}

const { WebSocket: RealSocket } = globalThis
globalThis.WebSocket = new Proxy(RealSocket, {
  construct: (target, [url, ...more]) =>
    String(url).includes('.twilio.com') ? new PeerSocket() : Reflect.construct(target, [url, ...more]),
})

let connection: RTCPeerConnection | undefined
const microphone = async () => new AudioContext().createMediaStreamDestination().stream
let hears: () => Promise<MediaStream> = microphone
navigator.mediaDevices.getUserMedia = () => hears()

/** What the SDK sends to Twilio of the microphone. */
let sound: MediaStreamTrack | undefined
const { addTrack } = RTCPeerConnection.prototype
RTCPeerConnection.prototype.addTrack = function (track, ...streams) {
  sound = track
  return addTrack.call(this, track, ...streams)
}

/** The SDK sends digits as tones where the browser can. */
let tones: string[] = []
const { insertDTMF } = RTCDTMFSender.prototype
RTCDTMFSender.prototype.insertDTMF = function (digits, ...more) {
  tones.push(digits)
  insertDTMF.call(this, digits, ...more)
}

const messages = (type: string) =>
  sent.filter((message) => message.type === type).map(({ payload }) => payload)

export const twilioPeer = {
  /** Makes the next calls begin anew, with a microphone and a reachable Twilio. */
  reset(): void {
    connection?.close()
    sent = []
    tones = []
    isKnown = false
    isReachable = true
    refusedWith = undefined
    ttlSeconds = 600
    hears = microphone
    sound = undefined
  },
  /** Makes the browser ask for the microphone until the returned function is called. */
  holdMicrophone(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    hears = () => promise.then(microphone)
    return resolve
  },
  /** Whether the person hears the caller. */
  isHeard: () => sound?.enabled === true,
  refuseMicrophone(name: 'NotAllowedError' | 'NotFoundError'): void {
    hears = () => Promise.reject(new DOMException('no', name))
  },
  expireNextToken(): void {
    ttlSeconds = 10
  },
  refuseToken(code: number): void {
    refusedWith = code
  },
  becomeUnreachable(): void {
    isReachable = false
  },
  /** The tokens with which the SDK connected. */
  tokens: () => messages('listen').map(({ token }) => token),
  /** The parameters of each call that the SDK placed. */
  calls: () =>
    messages('invite').map(({ twilio }) =>
      Object.fromEntries(new URLSearchParams((twilio as { params: string }).params)),
    ),
  digits: () => tones.join(''),
  hangUps: () => messages('hangup').length,
  ring(): void {
    isKnown = true
    socket!.tell('ringing', { callsid: callSid })
  },
  /** Closes the connection to Twilio. The SDK opens another one, in vain unless Twilio can be reached. */
  loseConnection(code = 1006): void {
    socket!.end(code)
  },
  /** Answers. A call with a token to reconnect with outlives the connection to Twilio. */
  async answer(reconnect?: string): Promise<void> {
    connection = new RTCPeerConnection()
    const sdp = String(messages('invite').at(-1)!.sdp)
    await connection.setRemoteDescription({ type: 'offer', sdp })
    await connection.setLocalDescription(await connection.createAnswer())
    if (connection.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        connection!.addEventListener('icegatheringstatechange', () => {
          if (connection!.iceGatheringState === 'complete') resolve()
        })
      })
    socket!.tell('answer', { callsid: callSid, sdp: connection.localDescription!.sdp, reconnect })
  },
  /** Ends the call from the other side. Before it rings, the SDK knows it by an ID of its own only. */
  hangUp(code?: number): void {
    const callsid = isKnown ? callSid : messages('invite').at(-1)!.callsid
    socket!.tell('hangup', { callsid, ...(code && { error: { code, message: 'refused' } }) })
  },
}
