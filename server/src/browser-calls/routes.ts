import {
  getBrowserCallSettings,
  getBrowserCalls,
  removeBrowserCallSettings,
  setBrowserCallSettings,
} from './browser-call-settings.ts'
import { dialBrowserCall } from './dial-browser-call.ts'
import { prepareBrowserCall } from './prepare-browser-call.ts'
import { receiveBrowserCallReport } from './receive-report.ts'

export const browserCallRoutes = [
  getBrowserCallSettings,
  setBrowserCallSettings,
  removeBrowserCallSettings,
  getBrowserCalls,
  prepareBrowserCall,
  dialBrowserCall,
  receiveBrowserCallReport,
]
