import { newId } from '../../database/new-id.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

/** Colleagues, and their workspace. */
export const userCalls: ValidCalls = {
  exportUsers: nothing,
  listUsers: ({ ids }) => ({ query: { q: 'a', companyId: ids.company!, userId: ids.user! } }),
  listRoles: nothing,
  getUserStats: nothing,
  getUser: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  createUser: ({ ids }) => ({
    body: {
      email: `${newId().slice(-12)}@example.com`,
      name: 'New Colleague',
      role: 'client_reviewer',
      companyId: ids.company,
    },
  }),
  updateUser: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { name: 'Renamed', role: 'client_reviewer', companyId: ids.company },
  }),
  deleteUser: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  restoreUser: ({ ids }) => ({ params: { id: ids.deletedUser! } }),
  setUserStatus: ({ ids }) => ({ params: { id: ids.spareUser! }, body: { status: 'suspended' } }),
  setUserRole: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { role: 'client_reviewer', companyId: ids.company },
  }),
  getUserPermissions: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  setUserPermissions: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { permissions: ['applications:read'] },
  }),
  createUsers: ({ ids }) => ({
    body: {
      users: [
        {
          email: `${newId().slice(-12)}@example.com`,
          name: 'New Colleague',
          role: 'client_reviewer',
          companyId: ids.company,
        },
      ],
    },
  }),
  updateUsers: ({ ids }) => ({
    body: { userIds: [ids.spareUser], updates: { role: 'client_reviewer', companyId: ids.company } },
  }),
  deleteUsers: ({ ids }) => ({ body: { userIds: [ids.spareUser] } }),
  restoreUsers: ({ ids }) => ({ body: { userIds: [ids.deletedUser] } }),
  listUserActivity: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  listOwnActivity: nothing,
  getWorkspace: nothing,
  getStart: nothing,
  updateStart: () => ({ body: { hidden: true } }),
  addSampleData: () => ({ body: { alongside: true } }),
  removeSampleData: () => ({ query: { includeWorked: 'true' } }),
  updateWorkspace: () => ({ body: { timezone: 'Europe/Oslo', defaultCountry: 'NO' } }),
}
