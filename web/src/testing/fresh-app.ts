import { afterEach, beforeEach } from 'vitest'
import { closeApp, signInAs } from './open-app.tsx'
import { resetServer } from './server.ts'

// The setup of component tests: each starts with an owner who is signed in, and with nothing that an earlier test left.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  resetServer()
  signInAs('owner')
})

afterEach(closeApp)
