import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { ValidCall } from './valid-calls/valid-call.ts'

/** The secret that signs the fake Stripe's events. */
export const stripeWebhookSecret = 'whsec_of_the_tests'

let events = 0

/** Returns an event about an object, signed as Stripe does. */
export function signedEvent(
  object: object,
  { id = `evt_${++events}_${Math.random().toString(36).slice(2)}`, at = Date.now(), type = 'an.event' } = {},
): Required<Pick<ValidCall, 'headers' | 'body'>> {
  const body = { id, object: 'event', type, created: Math.floor(at / 1000), data: { object } }
  const header = Stripe.webhooks.generateTestHeaderString({
    payload: JSON.stringify(body),
    secret: stripeWebhookSecret,
    timestamp: Math.floor(at / 1000),
  })
  return { headers: { 'stripe-signature': header }, body }
}

// biome-ignore lint/suspicious/noExplicitAny: objects as Stripe has them, of which a few fields matter here
type Loose = any
type Row = Record<string, Loose> & { id: string; object: string }

/** Parses `a[b][0]=c`, as the SDK encodes forms, into objects. */
function readForm(text: string): Record<string, Loose> {
  const form: Record<string, Loose> = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const keys = path.split(/[[\]]+/).filter(Boolean)
    let place = form
    keys.forEach((key, index) => {
      if (index === keys.length - 1) place[key] = value
      else {
        place[key] ??= {}
        place = place[key]
      }
    })
  }
  return form
}

const listOf = (value: object | undefined): Loose[] => Object.values(value ?? {})
const lengths = { month: 30 * 86_400, year: 365 * 86_400 } as Record<string, number>

async function readBody(request: IncomingMessage): Promise<Record<string, Loose>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return readForm(text)
}

export interface StripePeer {
  /** For the server's settings. */
  url: string
  /** Simulates the customer's payment in a checkout. Two windows may both be paid. */
  pay(sessionId: string): Row
  /** Simulates passing days: periods end, schedules take effect, invoices are paid or not. */
  pass(days: number, options?: { paid?: boolean }): void
  /** Opens a checkout that the server does not know, as from another window. */
  openAgain(sessionId: string): string
  customers(): Row[]
  subscriptions(): Row[]
  invoices(): Row[]
  calls: Map<string, number>
  /** Refuses everything, like an outage. */
  away: boolean
  stop(): Promise<void>
}

class Refusal extends Error {}

/** Starts a fake Stripe with the calls that the server uses. It stores what it receives. */
export async function startStripePeer(): Promise<StripePeer> {
  const rows = new Map<string, Row>()
  const calls = new Map<string, number>()
  const kept = new Map<string, Row>()
  let count = 0
  let now = Math.floor(Date.now() / 1000)

  function add(prefix: string, object: string, fields: object): Row {
    const row: Row = { id: `${prefix}_${++count}`, object, created: now, metadata: {}, ...fields }
    rows.set(row.id, row)
    return row
  }
  const all = (object: string) => [...rows.values()].filter((row) => row.object === object)
  const find = (id: string) => {
    const row = rows.get(id)
    if (!row) throw new Refusal(`No such object: ${id}`)
    return row
  }

  function addInvoice(
    subscription: Row,
    lines: { price: Row; quantity: number; amount: number }[],
    paid = true,
  ) {
    const [item] = subscription.items.data
    const total = lines.reduce((sum, line) => sum + line.amount, 0)
    const period = { start: item.current_period_start, end: item.current_period_end }
    const invoice = add('in', 'invoice', {
      customer: subscription.customer,
      number: `PEER-${count}`,
      currency: lines[0]!.price.currency,
      status: paid ? 'paid' : 'open',
      total,
      due_date: null,
      hosted_invoice_url: `https://stripe.example/${count}`,
      status_transitions: { paid_at: paid ? now : null, voided_at: null, marked_uncollectible_at: null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: {
        object: 'list',
        data: lines.map(({ price, quantity, amount }) => ({
          amount,
          quantity,
          description: null,
          period,
          pricing: { type: 'price_details', price_details: { price: price.id } },
        })),
      },
    })
    subscription.latest_invoice = invoice.id
    return invoice
  }

  const worth = ({ price, quantity }: Row) => price.unit_amount * quantity

  function subscribe(session: Row): Row {
    const [line] = session.line_items
    const price = find(line.price)
    const trialDays = Number(session.subscription_data.trial_period_days ?? 0)
    const trialEnd = trialDays > 0 ? now + trialDays * 86_400 : null
    const end = trialEnd ?? now + lengths[price.recurring.interval]!
    const subscription = add('sub', 'subscription', {
      customer: session.customer,
      status: trialEnd ? 'trialing' : 'active',
      metadata: session.subscription_data.metadata ?? {},
      billing_cycle_anchor: trialEnd ?? now,
      start_date: now,
      trial_end: trialEnd,
      cancel_at: null,
      cancel_at_period_end: false,
      schedule: null,
      latest_invoice: null,
      items: {
        object: 'list',
        data: [
          {
            id: `si_${++count}`,
            price,
            quantity: Number(line.quantity),
            current_period_start: now,
            current_period_end: end,
          },
        ],
      },
    })
    const [item] = subscription.items.data
    addInvoice(subscription, [{ price, quantity: item.quantity, amount: trialEnd ? 0 : worth(item) }])
    return subscription
  }

  function change(subscription: Row, form: Record<string, Loose>): Row {
    if (form.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = form.cancel_at_period_end === 'true'
    const [wanted] = listOf(form.items)
    if (!wanted) return subscription
    const [item] = subscription.items.data
    const [price, quantity] = [find(wanted.price), Number(wanted.quantity)]
    const length = item.current_period_end - item.current_period_start
    const rest = subscription.status === 'trialing' ? 0 : (item.current_period_end - now) / length
    const credit = { price: item.price, quantity: item.quantity, amount: -Math.round(worth(item) * rest) }
    const longer = price.recurring.interval !== item.price.recurring.interval
    Object.assign(item, { price, quantity })
    if (longer && subscription.status !== 'trialing') {
      item.current_period_start = now
      item.current_period_end = now + lengths[price.recurring.interval]!
      subscription.billing_cycle_anchor = now
    }
    const amount =
      subscription.status === 'trialing' ? 0 : longer ? worth(item) : Math.round(worth(item) * rest)
    addInvoice(subscription, [credit, { price, quantity, amount }])
    return subscription
  }

  function renew(subscription: Row, paid: boolean): void {
    const [item] = subscription.items.data
    if (subscription.cancel_at_period_end) {
      subscription.status = 'canceled'
      return
    }
    const schedule = subscription.schedule && find(subscription.schedule)
    const next = schedule?.phases[1]?.items[0]
    if (next) {
      Object.assign(item, { price: find(next.price), quantity: Number(next.quantity) })
      subscription.schedule = null
    }
    item.current_period_start = item.current_period_end
    item.current_period_end += lengths[item.price.recurring.interval]!
    subscription.status = paid ? 'active' : 'past_due'
    addInvoice(subscription, [{ price: item.price, quantity: item.quantity, amount: worth(item) }], paid)
  }

  const page = (object: string, customer: string | null) => ({
    object: 'list',
    has_more: false,
    data: all(object)
      .filter((row) => row.customer === customer)
      .toReversed(),
  })

  function answer(
    method: string,
    parts: string[],
    form: Record<string, Loose>,
    query: URLSearchParams,
  ): object {
    const [noun, id, verb, deed] = parts
    switch (`${method} ${noun}`) {
      case 'POST customers':
        return add('cus', 'customer', form)
      case 'POST prices':
        return add('price', 'price', {
          ...form,
          unit_amount: Number(form.unit_amount),
        })
      case 'POST billing_portal':
        return add('bps', 'billing_portal.session', { url: `https://stripe.example/portal/${form.customer}` })
      case 'GET subscriptions':
        return id ? find(id) : page('subscription', query.get('customer'))
      case 'POST subscriptions':
        return change(find(id!), form)
      case 'DELETE subscriptions':
        return Object.assign(find(id!), { status: 'canceled' })
      case 'GET invoices':
        return page('invoice', query.get('customer'))
      case 'POST subscription_schedules': {
        if (!id) {
          const schedule = add('sub_sched', 'subscription_schedule', { phases: [] })
          find(form.from_subscription).schedule = schedule.id
          return schedule
        }
        const schedule = find(id)
        if (verb === 'release') {
          for (const row of all('subscription')) if (row.schedule === id) row.schedule = null
          return schedule
        }
        schedule.phases = listOf(form.phases).map((phase) => ({ ...phase, items: listOf(phase.items) }))
        return schedule
      }
      case 'POST checkout': {
        if (!verb)
          return add('cs', 'checkout.session', {
            ...form,
            line_items: listOf(form.line_items),
            subscription_data: form.subscription_data ?? {},
            status: 'open',
            subscription: null,
            url: `https://stripe.example/pay/${count}`,
          })
        const session = find(verb)
        if (deed !== 'expire') break
        if (session.status !== 'open') throw new Refusal('Only open sessions can be expired')
        return Object.assign(session, { status: 'expired' })
      }
      case 'GET checkout':
        return find(verb!)
    }
    throw new Refusal(`Not spoken here: ${method} ${parts.join('/')}`)
  }

  const peer: StripePeer = {
    url: '',
    calls,
    away: false,
    pay(sessionId) {
      const session = find(sessionId)
      const subscription = subscribe(session)
      return Object.assign(session, { status: 'complete', subscription: subscription.id })
    },
    openAgain(sessionId) {
      const { line_items, subscription_data, customer } = find(sessionId)
      return add('cs', 'checkout.session', {
        line_items,
        subscription_data: { ...subscription_data, metadata: {} },
        customer,
        status: 'open',
        subscription: null,
      }).id
    },
    pass(days, { paid = true } = {}) {
      now += days * 86_400
      for (const subscription of all('subscription'))
        while (subscription.status !== 'canceled' && subscription.items.data[0].current_period_end <= now)
          renew(subscription, paid)
    },
    customers: () => all('customer'),
    subscriptions: () => all('subscription'),
    invoices: () => all('invoice'),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const form = await readBody(request)
    const url = new URL(request.url!, 'http://peer')
    const parts = url.pathname.split('/').slice(2)
    const call = `${request.method} ${parts[0]}`
    calls.set(call, (calls.get(call) ?? 0) + 1)
    if (peer.away) return send(503, { error: { type: 'api_error', message: 'Away' } })
    const key = request.headers['idempotency-key'] as string | undefined
    try {
      const known = key && kept.get(key)
      const body = known || answer(request.method!, parts, form, url.searchParams)
      if (key) kept.set(key, body as Row)
      send(200, body)
    } catch (error) {
      send(400, { error: { type: 'invalid_request_error', message: (error as Error).message } })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}
