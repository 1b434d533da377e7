import { nothing, type ValidCalls } from './valid-call.ts'

/** Files, search, saved views, notifications. */
export const everydayCalls: ValidCalls = {
  uploadFile: () => ({ file: { content: 'Ana Ortiz', name: 'cv.txt' } }),
  listFiles: ({ ids }) => ({ query: { id: ids.file! } }),
  downloadFile: ({ ids }) => ({ params: { id: ids.file! } }),
  previewFile: ({ ids }) => ({ params: { id: ids.docx! } }),
  readResume: ({ ids }) => ({ params: { id: ids.file! } }),
  search: () => ({ query: { q: 'mark' } }),
  listSavedViews: nothing,
  createSavedView: () => ({ body: { name: 'A new view', query: { q: 'a' } } }),
  getSavedView: ({ ids }) => ({ params: { id: ids.savedView! } }),
  updateSavedView: ({ ids }) => ({ params: { id: ids.savedView! }, body: { name: 'Changed', shared: true } }),
  deleteSavedView: ({ ids }) => ({ params: { id: ids.savedView! } }),
  restoreSavedView: ({ ids }) => ({ params: { id: ids.deletedSavedView! } }),
  personaliseSavedView: ({ ids }) => ({
    params: { id: ids.savedView! },
    body: { isDefault: true, seen: true },
  }),
  orderSavedViews: ({ ids }) => ({ body: { viewIds: [ids.savedView] } }),
  listNotifications: nothing,
  readNotifications: ({ ids }) => ({ body: { ids: [ids.notification] } }),
  listNotificationChoices: nothing,
  setNotificationChoice: () => ({ params: { kind: 'mention' }, body: { inApp: true, mail: true } }),
  streamEvents: nothing,
}
