import { i18n } from '@lingui/core'

// In tests the macros keep the English text, so no catalogue is needed.
i18n.loadAndActivate({ locale: 'en', messages: {} })
