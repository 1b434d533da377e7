/** What one run of a test file must do, written by the runner and read by the worker. */
export interface Plan {
  /** The mutant active before any module loads; 0 for none. */
  active: number
  /** Runs each test twice, to learn which can be repeated. */
  twice: boolean
  /** Test id → the mutants to repeat it with. */
  repeated: Record<string, number[]>
  /** The file for the worker's events, one JSON object per line. */
  events: string
}

export const noPlan: Omit<Plan, 'events'> = { active: 0, twice: false, repeated: {} }

/** What a worker reports while it runs. */
export type WorkerEvent =
  | { event: 'started'; process: number }
  /** Before a test runs with a mutant, to identify endless loops. */
  | { event: 'trying'; test: string; mutant: number }
  | { event: 'passed'; test: string; mutant: number; reached: boolean }
  | { event: 'failed'; test: string; name: string; mutant: number; error: string }
  /** The test fails without a mutant after one: that mutant, or an earlier one, left something behind. */
  | { event: 'spoiled'; test: string; mutant: number }
  | {
      event: 'ran'
      test: string
      name: string
      seconds: number
      reached: number[]
      around: number[]
      repeatable: boolean
    }
