/** The headers of every answer (SEC-1). Nothing in them comes from a request. */
export type SecurityHeaders = {
  /** Pages, scripts, styles, fonts. */
  readonly document: Readonly<Record<string, string>>
  /** API answers, problems, images. */
  readonly api: Readonly<Record<string, string>>
}

/** Those that Chromium knows: a name it does not know fills the console of every visitor. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * @param webSocketOrigins  our own, for connect-src
 * @param secure  whether browsers reach us over https: only then is it promised for the future
 */
export function securityHeaders(webSocketOrigins: readonly string[], secure: boolean): SecurityHeaders {
  const common = {
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
  const documentPolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...webSocketOrigins].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sesame',
  ].join('; ')
  return {
    document: { 'Content-Security-Policy': documentPolicy, ...common },
    api: {
      'Content-Security-Policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      ...common,
    },
  }
}
