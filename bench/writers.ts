import { setTimeout } from 'node:timers/promises'
import type { ImportClient } from './import-client.ts'

interface Acknowledged {
  name: string
  sentAt: number
  at: number
}

export interface Writers {
  acknowledged: Acknowledged[]
  /** Status, or `no connection` → how often it was answered. */
  answers: Map<string, number>
  stop(): Promise<void>
}

/** Starts clients that create companies, each with a key of its own, retried until it is acknowledged. */
export function startWriters(url: string, token: () => string, clients: number): Writers {
  const acknowledged: Acknowledged[] = []
  const answers = new Map<string, number>()
  let isOver = false

  async function create(name: string): Promise<string> {
    const answer = await fetch(`${url}/api/v1/companies/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token()}`,
        'content-type': 'application/json',
        'idempotency-key': name.replaceAll(' ', '-'),
      },
      body: JSON.stringify({ name }),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return String(response.status)
      },
      () => 'no connection',
    )
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    return answer
  }

  async function write(client: number): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const name = `Client ${client} number ${n}`
      for (;;) {
        const sentAt = performance.now()
        const answer = await create(name)
        if (answer === '201') acknowledged.push({ name, sentAt, at: performance.now() })
        if (answer === '201' || isOver) break
        await setTimeout(50)
      }
      await setTimeout(10)
    }
  }

  const writing = Array.from({ length: clients }, (_, client) => write(client))
  return {
    acknowledged,
    answers,
    async stop() {
      isOver = true
      await Promise.all(writing)
    },
  }
}

/** Returns how many companies have each name. */
export async function countCompanies(client: ImportClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: { name: string }[]; nextCursor: string | null } = await client.call(
      'GET',
      `/companies/?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    for (const { name } of page.items) counts.set(name, (counts.get(name) ?? 0) + 1)
    cursor = page.nextCursor
  }
  return counts
}

/** Compares what the writers were told with what is stored. Answers are odd unless they mean a retry. */
export async function compareWrites(client: ImportClient, { acknowledged, answers }: Writers) {
  const stored = await countCompanies(client)
  return {
    lost: acknowledged.filter(({ name }) => !stored.has(name)).length,
    twice: [...stored.values()].filter((times) => times > 1).length,
    odd: [...answers.keys()].filter((answer) => !['201', '503', 'no connection'].includes(answer)),
    answers: [...answers].map(([answer, times]) => `${answer} × ${times}`).join(', '),
  }
}
