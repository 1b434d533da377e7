import { login } from './login.ts'
import { logout } from './logout.ts'
import { refresh } from './refresh.ts'

export const sessionRoutes = [login, refresh, logout]
