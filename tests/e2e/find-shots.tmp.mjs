import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base='http://127.0.0.1:18777'
async function shot(scheme,width,urls){
  const ctx = await b.newContext({ colorScheme: scheme, viewport: { width, height: 900 }, storageState: state })
  const p = await ctx.newPage()
  for (const [name,u,act] of urls){ await p.goto(base+u); await p.waitForTimeout(3500); if(act) await act(p); await p.screenshot({ path: `/tmp/findmem/shots/${name}-${scheme}-${width}.png` }) }
  await ctx.close()
}
let state
const c0 = await b.newContext(); const p0=await c0.newPage()
await p0.goto(base+'/login'); 
await p0.getByLabel(/user/i).first().fill('admin'); await p0.getByLabel(/password/i).first().fill('findfindfind'); await p0.getByRole('button',{name:/log in|sign in/i}).click(); await p0.waitForTimeout(3000)
state = await c0.storageState(); console.log(p0.url())
const urls=[['facets','/search?q=report%20owner:user3,user5%20size:%3E1k&sort=-size',async p=>{const m=p.getByRole('button',{name:/^Owner: and/}); if(await m.count()) await m.click(); await p.waitForTimeout(800)}],['or','/search?q=(ext:csv%20OR%20*.parquet)%20-owner:user1'],['bad','/search?q=a%20(b'],['empty','/search']]
await shot('light',1440,urls); await shot('dark',1440,urls.slice(0,1)); await shot('light',390,urls.slice(0,1)); await shot('dark',390,urls.slice(0,1))
await b.close()
