import { nothing, type ValidCalls } from './valid-call.ts'

/** Companies and candidates. */
export const peopleCalls: ValidCalls = {
  exportCompanies: nothing,
  listCompanies: () => ({ query: { q: 'a' } }),
  createCompany: () => ({ body: { name: 'A new company', website: 'https://new.example' } }),
  getCompany: ({ ids }) => ({ params: { id: ids.company! } }),
  updateCompany: ({ ids }) => ({ params: { id: ids.company! }, body: { notes: 'Changed' } }),
  deleteCompany: ({ ids }) => ({ params: { id: ids.spareCompany! } }),
  restoreCompany: ({ ids }) => ({ params: { id: ids.deletedCompany! } }),
  exportCandidates: nothing,
  listCandidates: () => ({ query: { q: 'ana', tag: 'x' } }),
  createCandidate: ({ ids }) => ({
    body: { name: 'New Person', phone: '312 555 0144', resumeFileId: ids.file },
  }),
  findDuplicateCandidates: ({ ids }) => ({ query: { name: 'New Person', exceptId: ids.candidate! } }),
  listPossibleDuplicates: ({ ids }) => ({ params: { id: ids.candidate! } }),
  getCandidate: ({ ids }) => ({ params: { id: ids.candidate! } }),
  updateCandidate: ({ ids }) => ({
    params: { id: ids.candidate! },
    body: { name: 'Changed', resumeFileId: ids.file },
  }),
  deleteCandidate: ({ ids }) => ({ params: { id: ids.spareCandidate! } }),
  restoreCandidate: ({ ids }) => ({ params: { id: ids.deletedCandidate! } }),
  listConsents: ({ ids }) => ({ params: { id: ids.survivor! }, query: { limit: '10' } }),
  recordConsent: ({ ids }) => ({
    params: { id: ids.candidate! },
    body: {
      channel: 'voice_agent_call',
      action: 'given',
      wording: 'May our assistant call you?',
      source: 'form',
      at: '2025-01-02T03:04:05Z',
      evidenceUrl: 'https://forms.example/1',
      evidenceFileId: ids.file,
      evidenceCallId: ids.call,
    },
  }),
  previewMerge: ({ ids }) => ({ params: { id: ids.candidate! }, query: { mergedId: ids.spareCandidate! } }),
  mergeCandidates: ({ ids }) => ({
    params: { id: ids.candidate! },
    body: {
      mergedId: ids.spareCandidate,
      version: 1,
      mergedVersion: 1,
      choices: { name: 'merged' },
      keepApplicationIds: [ids.application],
    },
  }),
  listCandidateMerges: ({ ids }) => ({ params: { id: ids.survivor! } }),
  unmergeCandidates: ({ ids }) => ({ params: { id: ids.survivor!, mergeId: ids.merge! } }),
}
