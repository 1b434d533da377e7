import type { ValidCalls } from './valid-call.ts'

/** Custom fields and their values. */
export const customFieldCalls: ValidCalls = {
  listCustomFields: () => ({ query: { subject: 'candidate' } }),
  createCustomField: () => ({ body: { subject: 'company', type: 'text', label: 'A new field' } }),
  getCustomField: ({ ids }) => ({ params: { id: ids.customField! } }),
  updateCustomField: ({ ids }) => ({ params: { id: ids.customField! }, body: { label: 'Changed' } }),
  retireCustomField: ({ ids }) => ({ params: { id: ids.customField! } }),
  restoreCustomField: ({ ids }) => ({ params: { id: ids.retiredCustomField! } }),
  previewFieldType: ({ ids }) => ({ params: { id: ids.customField! }, body: { type: 'longText' } }),
  changeFieldType: ({ ids }) => ({ params: { id: ids.customField! }, body: { type: 'longText' } }),
  mergeFieldOptions: ({ ids }) => ({
    params: { id: ids.choiceField! },
    body: { from: [ids.firstOption!], into: ids.secondOption! },
  }),
  listFieldChanges: ({ ids }) => ({ params: { id: ids.changedField! } }),
  listEmptiedValues: ({ ids }) => ({ params: { id: ids.changedField!, changeId: ids.fieldChange! } }),
  undoFieldChange: ({ ids }) => ({ params: { id: ids.changedField!, changeId: ids.fieldChange! } }),
  orderCustomFields: ({ ids }) => ({ body: { subject: 'candidate', ids: [ids.customField] } }),
}
