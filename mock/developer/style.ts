/** The page's style, light and dark. */
export const style = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b1f24; --line: #d5dae1; --link: #0b57b7; --sandbox: #0d5527; --production: #8f1d16; --alert: #fdefee; --status: #eef9f1 }
@media (prefers-color-scheme: dark) { :root { --page: #0f1318; --card: #181d24; --text: #e4e8ee; --line: #333b46; --link: #84b9ff; --sandbox: #8fdfae; --production: #ff9b94; --alert: #301917; --status: #14261c } }
* { box-sizing: border-box }
html { background: var(--page) }
body { color: var(--text); font: 16px/1.5 system-ui, sans-serif; max-width: 90rem; margin: 0 auto; padding: 0 1rem; overflow-wrap: break-word }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem 1rem; margin: 1rem 0 }
h2 { margin: .3rem 0 .6rem }
main > p { position: sticky; top: .5rem; border: 1px solid var(--line); border-radius: 6px; padding: .5rem .8rem }
.status { background: var(--status) }
.alert { background: var(--alert) }
.sandbox { color: var(--sandbox) }
.production { color: var(--production); font-weight: 600 }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 }
caption { text-align: left; font-weight: 600 }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line) }
pre, code { font: .86em/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }
form { margin: .4rem 0 }
td form { margin: 0 }
input, select, button { font: inherit; color: inherit; background: var(--card); border: 1px solid currentcolor; border-radius: 6px; padding: .15rem .5rem; max-width: 100% }
input[type=url], input[list] { width: 28rem }
dl { display: grid; grid-template-columns: 14rem 1fr; margin: .4rem 0 }
dt, dd { margin: 0; padding: .1rem 0 }
dd { white-space: pre-wrap; overflow-wrap: anywhere }
td summary { white-space: nowrap }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr 1fr } }
`
