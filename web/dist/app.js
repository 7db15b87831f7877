var fr=class{constructor({first:t=.1,most:e=8,random:n=Math.random}={}){Object.assign(this,{first:t,most:e,random:n,attempts:0})}next(t=0){let e=Math.min(this.most,this.first*2**this.attempts++);return t+e*(.5+.5*this.random())}reset(){this.attempts=0}};var Ai={root:1,joints:2,rotations:4,contacts:8,trajectory:16,smpl:32,vertices:64,character:128},Gd=["auto","walk","jog","run","crouch"],Wd=["world","character","camera"],Xd=24,qd=32,Yd=24,$d=32,kc=1/4096,jd=Math.SQRT1_2,pr=class extends Error{},Ya=class{constructor(t){let{buffer:e,byteOffset:n,byteLength:i}=ArrayBuffer.isView(t)?t:{buffer:t,byteOffset:0,byteLength:t.byteLength};this.view=new DataView(e,n,i),this.at=0}skip(t){let e=this.at;if(t>this.view.byteLength-e)throw new pr(`byte ${e}: ${t} bytes expected, ${this.view.byteLength-e} are there`);return this.at+=t,e}points(t){let e=this.skip(6*t),n=new Float32Array(3*t);for(let i=0;i<n.length;i++)n[i]=this.view.getInt16(e+2*i,!0)*kc;return n}rotations(t,e){let n=this.skip(e/8*t),i=new Float32Array(4*t);for(let r=0;r<t;r++)(e===48?Jd:Zd)(i,4*r,this.view,n+e/8*r);return i}trajectory(t){let e=this.skip(8*t),n=new Float32Array(3*t),i=new Float32Array(t);for(let r=0;r<t;r++){for(let o=0;o<3;o++)n[3*r+o]=this.view.getInt16(e+8*r+2*o,!0)*kc;i[r]=this.view.getInt16(e+8*r+6,!0)*Math.PI/32768}return{points:n,facings:i}}character(t){let e=this.view.getUint16(this.skip(4),!0),n=this.skip(12);return{root:new Float32Array([0,4,8].map(r=>this.view.getFloat32(n+r,!0))),rotations:this.rotations(e,t)}}vertices(){return this.points(this.view.getUint32(this.skip(4),!0))}};function zc(s,t,e,n,i,r,o){let a=[n,i,r],l=0;for(let c=0,h=0;c<4;c++){if(c===e)continue;let u=(2*a[h++]/o-1)*jd;s[t+c]=u,l+=u*u}s[t+e]=Math.sqrt(Math.max(0,1-l))}function Zd(s,t,e,n){let i=e.getUint32(n,!0);zc(s,t,i>>>30,i>>>20&1023,i>>>10&1023,i&1023,1023)}function Jd(s,t,e,n){let i=e.getUint32(n,!0),r=e.getUint16(n+4,!0);zc(s,t,r>>>14,(r<<2|i>>>30)&32767,i>>>15&32767,i&32767,32767)}function Kd(s,t,e){let{view:n}=s,i=s.skip(qd),r=n.getUint16(i+8,!0),o=n.getUint32(i,!0),a=new Float32Array([16,20,24].map(h=>n.getFloat32(i+h,!0))),l={id:o,seq:n.getUint32(i+4,!0),channels:r,contacts:n.getUint8(i+10),gait:n.getUint8(i+11),phase:n.getFloat32(i+12,!0),root:a,yaw:n.getFloat32(i+28,!0)},c=e(o);return r&Ai.joints&&(l.joints=s.points(c.joints)),r&Ai.rotations&&(l.rotations=s.rotations(c.joints,t)),r&Ai.trajectory&&(l.trajectory=s.trajectory(c.samples)),r&Ai.smpl&&(l.smpl={pelvis:s.points(1),rotations:s.rotations(Yd,t)}),r&Ai.vertices&&(l.vertices=s.vertices()),r&Ai.character&&(l.character=s.character(t)),l}function Hc(s,t){let e=new Ya(s),{view:n}=e;e.skip(Xd);let i=n.getUint32(0,!0),r=n.getUint8(4),o=n.getUint8(5);if(i!==826561360||r!==1||o!==0)throw new pr(`byte 0: no frame of version 1 (version ${r}, kind ${o})`);let a=n.getUint16(6,!0)&1?32:48,l=typeof t=="function"?t:()=>t,c={tick:n.getUint32(8,!0),time:n.getFloat64(12,!0),rotationBits:a,characters:[]};for(let h=n.getUint16(20,!0);h>0;h--)c.characters.push(Kd(e,a,l));return c}var qa=(s,t,e)=>Math.min(e,Math.max(t,s));function Bc(s,t,e){let n=typeof s=="number"?s:t.indexOf(s);if(!(n>=0&&n<t.length))throw new RangeError(`${e}: ${s}; one of ${t.join(", ")} allowed`);return n}function Vc(s){let t=new DataView(new ArrayBuffer($d)),{move:e=[0,0],look:n=null,camera_yaw:i=0,strafe:r=0,speed:o=0}=s,a=i-2*Math.PI*Math.round(i/(2*Math.PI));return t.setUint8(0,1),t.setUint8(1,(s.jump?1:0)|(s.responsive?2:0)|(n?4:0)),t.setUint8(2,Bc(s.gait??0,Gd,"gait")),t.setUint8(3,Bc(s.axes??0,Wd,"axes")),t.setUint32(4,s.id,!0),t.setUint32(8,s.seq??0,!0),t.setFloat32(12,e[0],!0),t.setFloat32(16,e[1],!0),t.setInt16(20,Math.round(qa(n?.[0]??0,-1,1)*32767),!0),t.setInt16(22,Math.round(qa(n?.[1]??0,-1,1)*32767),!0),t.setInt16(24,Math.round(a/Math.PI*32767),!0),t.setUint16(26,Math.round(qa(r,0,1)*65535),!0),t.setFloat32(28,o,!0),new Uint8Array(t.buffer)}function Zn(s,t){let e=Math.min(s.length,t.length);for(let n=0;n<e;n+=4)if(s[n]*t[n]+s[n+1]*t[n+1]+s[n+2]*t[n+2]+s[n+3]*t[n+3]<0)for(let r=n;r<n+4;r++)s[r]=-s[r];return s}function ms(s,t,e,n){for(let i=0;i<s.length;i+=4)Qd(s,t,e,n,i);return s}function Qd(s,t,e,n,i){let r=t[i]*e[i]+t[i+1]*e[i+1]+t[i+2]*e[i+2]+t[i+3]*e[i+3],o=r<0?-1:1,a=Math.acos(Math.min(1,r*o)),l=Math.sin(a),c=l<1e-4?1-n:Math.sin((1-n)*a)/l,h=o*(l<1e-4?n:Math.sin(n*a)/l),u=0;for(let d=i;d<i+4;d++)s[d]=c*t[d]+h*e[d],u+=s[d]*s[d];u=Math.sqrt(u);for(let d=i;d<i+4;d++)s[d]/=u}function Jn(s,t,e,n){for(let i=0;i<s.length;i++)s[i]=t[i]+(e[i]-t[i])*n;return s}function $a(s){return s-2*Math.PI*Math.round(s/(2*Math.PI))}function mr(s,t,e){return s+$a(t-s)*e}function Kn(s,t,e=new Float32Array(t.length)){let n=Math.cos(s.yaw),i=Math.sin(s.yaw),[r,o,a]=s.root;for(let l=0;l+2<t.length;l+=3){let c=t[l],h=t[l+2];e[l+1]=o+t[l+1],e[l]=r+n*c+i*h,e[l+2]=a-i*c+n*h}return e}var gr=class{constructor({window:t=4,slew:e=.05}={}){Object.assign(this,{window:t,slew:e}),this.reset()}reset(){this.halves=[1/0,1/0],this.since=this.last=this.offset=this.roundTrip=null}frame(t,e){let n=e-t;(this.since===null||e-this.since>this.window/2)&&(this.halves=[this.halves[1],1/0],this.since=e),this.halves[1]=Math.min(this.halves[1],n),this.follow(Math.min(...this.halves),e)}pong(t,e,n){this.roundTrip=n-t,this.halves[1]===1/0&&this.follow(n-this.roundTrip/2-e,n)}follow(t,e){(this.offset===null||Math.abs(t-this.offset)>1)&&(this.offset=t);let n=this.slew*Math.max(0,e-(this.last??e));this.offset+=Math.min(n,Math.max(-n,t-this.offset)),this.last=e}at(t){return this.offset===null?null:t-this.offset}},_r=class{constructor({capacity:t=64,limit:e=.1,gap:n=.5}={}){Object.assign(this,{capacity:t,limit:e,gap:n,frames:[],gone:new Set})}clear(){this.frames=[],this.gone.clear()}remove(t){this.gone.add(t);for(let{characters:e}of this.frames)e.delete(t)}get newest(){return this.frames[this.frames.length-1]??null}push(t){let e=this.newest;if(e&&t.time<=e.time)return!1;let n={time:t.time,tick:t.tick,characters:new Map(t.characters.map(i=>[i.id,i]))};for(let i of this.gone)n.characters.delete(i);if(e)for(let[i,r]of n.characters)tf(r,e.characters.get(i));return this.frames.push(n),this.frames.length>this.capacity&&this.frames.shift(),!0}sample(t){let e=this.frames.length-1;for(;e>0&&this.frames[e].time>t;)e--;let n=this.frames[e],i=this.frames[e+1];if(!n)return[];if(t<=n.time)return[...n.characters.values()];if(!i||i.time-n.time>this.gap)return this.beyond(e,t);let r=(t-n.time)/(i.time-n.time);return[...n.characters.values()].filter(o=>i.characters.has(o.id)).map(o=>ef(o,i.characters.get(o.id),r))}beyond(t,e){let n=this.frames[t],i=this.frames[t-1],r=Math.min(e-n.time,this.limit),o=i?n.time-i.time:0;return!o||o>this.gap?[...n.characters.values()]:[...n.characters.values()].map(a=>{let l=i.characters.get(a.id);return l?{...a,root:Jn(new Float32Array(3),l.root,a.root,1+r/o),yaw:mr(l.yaw,a.yaw,1+r/o)}:a})}};function tf(s,t){s.rotations&&t?.rotations&&Zn(s.rotations,t.rotations),gs(s.character?.rotations,t?.character?.rotations)&&Zn(s.character.rotations,t.character.rotations),s.smpl&&t?.smpl&&Zn(s.smpl.rotations,t.smpl.rotations)}var Pn=s=>new Float32Array(s.length),gs=(s,t)=>s&&t&&s.length===t.length;function ef(s,t,e){let i={...e<.5?s:t,root:Jn(Pn(s.root),s.root,t.root,e),yaw:mr(s.yaw,t.yaw,e)};i.phase=mr(s.phase,t.phase,e),(i.phase<0||i.phase>=2*Math.PI)&&(i.phase-=2*Math.PI*Math.floor(i.phase/(2*Math.PI)));for(let r of["joints","vertices"])gs(s[r],t[r])&&(i[r]=Jn(Pn(s[r]),s[r],t[r],e));return gs(s.rotations,t.rotations)&&(i.rotations=ms(Pn(s.rotations),s.rotations,t.rotations,e)),s.smpl&&t.smpl&&(i.smpl={pelvis:Jn(Pn(s.smpl.pelvis),s.smpl.pelvis,t.smpl.pelvis,e),rotations:ms(Pn(s.smpl.rotations),s.smpl.rotations,t.smpl.rotations,e)}),gs(s.character?.rotations,t.character?.rotations)&&(i.character={root:Jn(Pn(s.character.root),s.character.root,t.character.root,e),rotations:ms(Pn(s.character.rotations),s.character.rotations,t.character.rotations,e)}),gs(s.trajectory?.points,t.trajectory?.points)&&(i.trajectory={points:Jn(Pn(s.trajectory.points),s.trajectory.points,t.trajectory.points,e),facings:s.trajectory.facings.map((r,o)=>r+$a(t.trajectory.facings[o]-r)*e)}),i}var je=class extends Error{constructor({code:t,pointer:e="",detail:n=t,errors:i=[]}){super(n),Object.assign(this,{name:"StreamError",code:t,pointer:e,detail:n,errors:i})}},xr=class{constructor(t,e){Object.assign(this,{stream:t,fields:e,id:0,model:null,seq:0,held:null,path:null})}input(t){return this.held={...t,id:this.id,seq:++this.seq},this.path=null,this.stream.sendHeld(this),this.seq}inputText(t){return this.held={...t,id:this.id,seq:++this.seq},this.path=null,this.stream.ask("input",{id:this.id,seq:this.seq,...t})}follow(t,e={}){return this.held=null,this.path={path:t,...e},this.stream.ask("follow",{id:this.id,...this.path})}look(t,e={}){return this.stream.ask("look",t?{id:this.id,at:t,...e}:{id:this.id,...e})}reach(t,e,n={}){return this.stream.ask("reach",e?{id:this.id,joint:t,target:e,...n}:{id:this.id,joint:t,...n})}despawn(){return this.stream.characters.delete(this),this.stream.timeline.remove(this.id),this.stream.ask("despawn",{id:this.id})}},nf=1,Gc=new Set(["left","taken_over","too_many_errors"]),sf=({type:s,reason:t,come_back:e})=>s==="bye"&&t!=="left"&&(e===!1||Gc.has(t)),rf=({asked:s,divisor:t,vertices_divisor:e=t})=>t===s&&e===s,_s=class{constructor(t,e={}){let{WebSocket:n=globalThis.WebSocket,now:i=()=>performance.now()/1e3}=e;if(!n)throw new TypeError("options.WebSocket: this platform has none of its own; give one (npm ws)");Object.assign(this,{url:t,options:e,WebSocket:n,now:i,state:"closed",delay:e.delay??2.5}),this.backoff=e.backoff??new fr,this.timeline=e.timeline??new _r,this.clock=e.clock??new gr,this.token=e.resume??null,this.profileFields=e.profile??null,Object.assign(this,{session:null,welcome:null,lowered:null,models:new Map,listeners:new Map,asked:new Map,warned:new Set}),Object.assign(this,{characters:new Set,socket:null,refs:0,timer:null,heart:null,opening:null,ever:!1,after:0})}on(t,e){return this.listeners.has(t)||this.listeners.set(t,new Set),this.listeners.get(t).add(e),this}off(t,e){return this.listeners.get(t)?.delete(e),this}emit(t,e){for(let n of this.listeners.get(t)??[])n(e)}warn(t,{code:e,reason:n=e,pointer:i="",detail:r=""}){let o=`${n} ${i}`;this.listeners.get(t)?.size||this.warned.has(o)||this.warned.size>=32||(this.warned.add(o),console.warn(`posed: ${[n,i,r].filter(Boolean).join(": ")}`))}open(){if(this.opening)return this.opening.promise;let t=this.opening={};return t.promise=new Promise((e,n)=>Object.assign(t,{resolve:e,reject:n})),this.connect(),t.promise}async spawn(t={}){let e=new xr(this,t);return await this.place(e,t),this.characters.add(e),e}async place(t,e){let n=await this.ask("spawn",e),{id:i,model:r,joints:o=null,root:a=null,scale:l=1}=n;Object.assign(t,{id:i,model:r,joints:o,root:a,scale:l})}profile(t){return this.profileFields=t,this.ask("profile",t)}async ping(){return await this.ask("ping",{time:this.now()}),this.clock.roundTrip}get divisor(){return Math.max(this.profileFields?.divisor??1,this.lowered?.divisor??1)}sample(t=this.now()){let e=this.clock.at(t),n=this.welcome?.tick_rate??60,{divisor:i}=this;return e===null?[]:this.timeline.sample(e-this.delay*i/n)}async leave(){if(this.state==="open"){let t=new Promise(e=>this.on("state",n=>n==="closed"&&e()));this.send({type:"leave"}),await t}else this.finish(new je({code:"closed"}))}close(){this.finish(new je({code:"closed"}))}ask(t,e={}){return this.state!=="open"?Promise.reject(new je({code:"disconnected",detail:"there is no connection now"})):this.askNow(t,e)}askNow(t,e){let n=`r${++this.refs}`,i=new Promise((r,o)=>this.asked.set(n,{resolve:r,reject:o}));return this.send({type:t,ref:n,...e}),i}send(t){this.socket.send(JSON.stringify(t))}sendHeld(t){this.state==="open"&&t.held&&t.id&&this.socket.send(Vc({...t.held,id:t.id}))}take(t){if(typeof t!="string")return this.takeFrame(t);let e=JSON.parse(t),n=this.asked.get(e.ref);this.asked.delete(e.ref),e.type==="spawned"&&this.models.set(e.id,e.model),e.type==="pong"&&this.clock.pong(e.time,e.server_time,this.now()),e.type==="bye"&&(this.bye=e),e.type==="lowered"&&(this.lowered=rf(e)?null:e),e.type==="error"&&n?n.reject(new je(e)):n?.resolve(e),(e.type==="error"?!n:sf(e))&&this.warn(e.type,e),["event","lowered","stats","error","bye"].includes(e.type)&&this.emit(e.type,e)}takeFrame(t){if(!this.welcome)return;let e=Hc(t,n=>this.countsOf(n));this.clock.frame(e.time,this.now()),this.timeline.push(e)&&this.emit("frame",e)}countsOf(t){let{skeletons:e}=this.welcome,n=this.models.get(t),i=e.find(r=>r.model===n)??e.find(r=>r.default)??e[0];return{joints:i.joints.length,samples:i.samples}}enter(t){this.state=t,this.emit("state",t)}async connect(){this.enter("connecting");try{let t=await this.options.ticket?.();if(this.state!=="connecting")return;let e=new this.WebSocket(t?`${this.url}?ticket=${encodeURIComponent(t)}`:this.url,["posed.v1"]);e.binaryType="arraybuffer",this.socket=e,this.bye=null;let n=i=>r=>this.socket===e&&i(r);e.onopen=n(()=>this.join().catch(i=>this.refused(i))),e.onmessage=n(({data:i})=>this.take(i)),e.onclose=n(()=>this.lose()),e.onerror=()=>{}}catch(t){this.state==="connecting"&&this.lose(t)}}async join(){let{scene:t,vmc:e,watch:n}=this.options,i=this.session,r=null;this.token&&(r=await this.askNow("join",{resume:this.token}).catch(a=>this.forgotten(a))),r??=await this.askNow("join",n?{watch:n}:{...t&&{scene:t},...e&&{vmc:e}});let o=i!==null&&r.session!==i;Object.assign(this,{welcome:r,lowered:null,session:r.session,token:r.resume_token??null}),o&&this.forget();for(let{id:a,model:l}of r.characters??[])this.models.set(a,l);this.backoff.reset(),this.ever=!0,this.enter("open"),await this.restore(o),this.beat(),this.emit("welcome",r),o&&this.emit("lost",{before:i,session:r.session}),this.opening.resolve(r)}forgotten(t){if(t.code!=="not_found")throw t;return this.token=null,null}forget(){this.last=this.timeline.newest?.characters??new Map,this.timeline.clear(),this.clock.reset(),this.models.clear()}async restore(t){this.profileFields&&await this.askNow("profile",this.profileFields),t&&this.options.respawn===!1&&this.characters.clear();for(let e of this.characters)t&&await this.respawn(e),this.sendHeld(e)}async respawn(t){let e=this.last.get(t.id),n=e?{position:[e.root[0],e.root[2]],facing:e.yaw}:{};await this.place(t,{...t.fields,...n}),t.path&&await this.askNow("follow",{id:t.id,...t.path})}beat(){clearInterval(this.heart),this.heart=setInterval(()=>{if(this.state==="open"){for(let t of this.characters)this.sendHeld(t);this.ask("ping",{time:this.now()}).catch(()=>{})}},1e3*nf),this.heart.unref?.()}refused(t){if(t.code==="disconnected"||t.code==="busy"||t.code==="limit")return this.socket.close();this.finish(t)}lose(t){this.drop(t);let e=this.bye,n=this.options.attempts??(this.ever?1/0:3);if(e&&(e.come_back===!1||Gc.has(e.reason)))return this.finish(new je({code:e.reason,detail:e.detail}));if(this.backoff.attempts>=n)return this.finish(t??new je({code:"gave_up",detail:`${this.url} cannot be reached`}));this.enter("waiting"),this.timer=setTimeout(()=>this.connect(),1e3*this.backoff.next(e?.after??0))}drop(t){clearInterval(this.heart),this.socket=null;let e=[...this.asked.values()];this.asked.clear();for(let{reject:n}of e)n(t??new je({code:"disconnected",detail:"the connection was lost"}))}finish(t){let e=this.socket;clearTimeout(this.timer),this.state="closing",this.drop(t),e?.close(),this.enter("closed"),this.opening?.promise.catch(()=>{}),this.opening?.reject(t),this.opening=null}};var Ri=class extends Error{constructor(t,e,n=null){super(e.detail??e.title??`status ${t}`),Object.assign(this,{name:"PosedError",status:t,detail:this.message,errors:e.errors??[],retryAfter:n})}},of={json:"json",bvh:"text"},xs=class{constructor(t=globalThis.location?.origin??"http://127.0.0.1:8080",{key:e=null,fetch:n=globalThis.fetch}={}){this.base=t.replace(/\/+$/,""),this.key=e,this.fetch=(...i)=>n(...i)}async request(t,e,n,{signal:i}={}){let r=this.key?{Authorization:`Bearer ${this.key}`}:{};n!==void 0&&(r["Content-Type"]="application/json");let o=await this.fetch(this.base+e,{method:t,headers:r,signal:i,body:n===void 0?void 0:JSON.stringify(n)});if(o.ok)return o;let a=await o.json().catch(()=>({}));throw new Ri(o.status,a,Number(o.headers.get("Retry-After"))||null)}async json(t,e,n,i){return(await this.request(t,e,n,i)).json()}async models(){return(await this.json("GET","/v1/models")).models}model(t="default"){return this.json("GET",`/v1/models/${t}`)}async faces(t="default"){return new Uint32Array(await(await this.request("GET",`/v1/models/${t}/faces?format=bin`)).arrayBuffer())}async mesh(t="default",e={},n){if(e.bodies)throw new TypeError("fields.bodies: use meshes() for many");return(await this.meshes(t,e,n))[0]}async meshes(t="default",e={},n){let i=await this.request("POST",`/v1/models/${t}/mesh?format=bin`,e,n);return af(await i.arrayBuffer(),i.headers.get("Posed-Shape"),i.headers.get("Posed-Frame"))}glbUrl(t="default",e={}){let n=new URLSearchParams({format:"glb"});for(let[i,r]of Object.entries(e))n.set(i,Array.isArray(r)?r.flat(1/0).join(","):r);return`${this.base}/v1/models/${t}/mesh?${n}`}async glb(t="default",e={},n){return(await this.request("GET",this.glbUrl(t,e).slice(this.base.length),void 0,n)).arrayBuffer()}async joints(t="default",e={},n){let i=await this.request("POST",`/v1/models/${t}/joints?format=bin`,e,n);return new Float32Array(await i.arrayBuffer())}async measure(t="default",e={},n){return(await this.json("POST",`/v1/models/${t}/measure`,e,n)).bodies[0]}fit(t="default",e={},n){return this.json("POST",`/v1/models/${t}/fit`,e,n)}ik(t,e){return this.json("POST","/v1/ik/solve",t,e)}async rollout(t,{format:e="json",...n}={}){return(await this.request("POST",`/v1/motions/rollout?format=${e}`,t,n))[of[e]??"arrayBuffer"]()}putScene(t,e,n){return this.json("PUT",`/v1/scenes/${t}`,e,n)}async ticket(){return(await this.json("POST","/v1/tickets",{})).ticket}stream(t={}){let e=this.key?()=>this.ticket():void 0;return new _s(this.base.replace(/^http/,"ws")+"/v1/stream",{ticket:e,...t})}};function af(s,t,e){let n=t.split("; ").map(l=>{let[c,h]=l.split("=");return{name:c,dims:h.split("x").map(Number)}}),i=n.filter(l=>l.name!=="faces"),r=n.find(l=>l.name==="faces"),o=Array.from({length:i[0]?.dims[0]??1},()=>({frame:e})),a=0;for(let l of o)for(let{name:c,dims:h}of i)l[c]=new Float32Array(s,a,h[1]*h[2]),a+=l[c].byteLength;if(r)for(let l of o)l.faces=new Uint32Array(s,a,r.dims[0]*r.dims[1]);return o}function ys(s,t,e){return Wc(s,t,"position",e.vertices),e.faces&&t.index?.array.length!==e.faces.length&&t.setIndex(new s.BufferAttribute(e.faces,1)),e.normals?Wc(s,t,"normal",e.normals):t.index&&t.computeVertexNormals(),t.computeBoundingSphere(),t}function Wc(s,t,e,n){let i=t.getAttribute(e);i?.array.length===n.length?(i.array.set(n),i.needsUpdate=!0):t.setAttribute(e,new s.BufferAttribute(n,3))}/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */var Mh=0,Ll=1,wh=2;var Js=1,po=2,gn=3,an=0,Te=1,Oe=2,Rn=0,si=1,Dl=2,Ul=3,Nl=4,Sh=5,zn=100,Eh=101,Th=102,Ah=103,Rh=104,Ch=200,Ih=201,Ph=202,Lh=203,Vr=204,Gr=205,Dh=206,Uh=207,Nh=208,Fh=209,Oh=210,kh=211,Bh=212,zh=213,Hh=214,mo=0,go=1,_o=2,ri=3,xo=4,yo=5,vo=6,bo=7,Mo=0,Vh=1,Gh=2,Cn=0,Wh=1,Xh=2,qh=3,Yh=4,$h=5,jh=6,wo=7,Ml="attached",Zh="detached",Fl=300,mi=301,gi=302,So=303,Eo=304,Ks=306,oi=1e3,Bn=1001,Wr=1002,Fe=1003,Jh=1004;var Qs=1005;var ln=1006,To=1007;var Gn=1008;var hn=1009,Ol=1010,kl=1011,Qi=1012,Ao=1013,Wn=1014,Qe=1015,ts=1016,Ro=1017,Co=1018,es=1020,Bl=35902,zl=1021,Hl=1022,qe=1023,Gi=1026,ns=1027,Io=1028,Po=1029,Vl=1030,Lo=1031;var Do=1033,tr=33776,er=33777,nr=33778,ir=33779,Uo=35840,No=35841,Fo=35842,Oo=35843,ko=36196,Bo=37492,zo=37496,Ho=37808,Vo=37809,Go=37810,Wo=37811,Xo=37812,qo=37813,Yo=37814,$o=37815,jo=37816,Zo=37817,Jo=37818,Ko=37819,Qo=37820,ta=37821,sr=36492,ea=36494,na=36495,Gl=36283,ia=36284,sa=36285,ra=36286;var Rs=2300,Xr=2301,Hr=2302,wl=2400,Sl=2401,El=2402;var Kh=3200,Qh=3201;var oa=0,tu=1,In="",De="srgb",ai="srgb-linear",Cs="linear",Qt="srgb";var ii=7680;var Tl=519,eu=512,nu=513,iu=514,Wl=515,su=516,ru=517,ou=518,au=519,Al=35044,rr=35048;var Xl="300 es",on=2e3,Is=2001;var Tn=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let i=n[t];if(i!==void 0){let r=i.indexOf(e);r!==-1&&i.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,t);t.target=null}}},Ae=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var ja=Math.PI/180,qr=180/Math.PI;function is(){let s=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Ae[s&255]+Ae[s>>8&255]+Ae[s>>16&255]+Ae[s>>24&255]+"-"+Ae[t&255]+Ae[t>>8&255]+"-"+Ae[t>>16&15|64]+Ae[t>>24&255]+"-"+Ae[e&63|128]+Ae[e>>8&255]+"-"+Ae[e>>16&255]+Ae[e>>24&255]+Ae[n&255]+Ae[n>>8&255]+Ae[n>>16&255]+Ae[n>>24&255]).toLowerCase()}function Gt(s,t,e){return Math.max(t,Math.min(e,s))}function lf(s,t){return(s%t+t)%t}function Za(s,t,e){return(1-e)*s+e*t}function vs(s,t){switch(t.constructor){case Float32Array:return s;case Uint32Array:return s/4294967295;case Uint16Array:return s/65535;case Uint8Array:return s/255;case Int32Array:return Math.max(s/2147483647,-1);case Int16Array:return Math.max(s/32767,-1);case Int8Array:return Math.max(s/127,-1);default:throw new Error("Invalid component type.")}}function Ne(s,t){switch(t.constructor){case Float32Array:return s;case Uint32Array:return Math.round(s*4294967295);case Uint16Array:return Math.round(s*65535);case Uint8Array:return Math.round(s*255);case Int32Array:return Math.round(s*2147483647);case Int16Array:return Math.round(s*32767);case Int8Array:return Math.round(s*127);default:throw new Error("Invalid component type.")}}var kt=class s{constructor(t=0,e=0){s.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,i=t.elements;return this.x=i[0]*e+i[3]*n+i[6],this.y=i[1]*e+i[4]*n+i[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Gt(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),i=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*i+t.x,this.y=r*i+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Se=class{constructor(t=0,e=0,n=0,i=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=i}static slerpFlat(t,e,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],g=r[o+2],_=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u;return}if(a===1){t[e+0]=d,t[e+1]=f,t[e+2]=g,t[e+3]=_;return}if(u!==_||l!==d||c!==f||h!==g){let m=1-a,p=l*d+c*f+h*g+u*_,S=p>=0?1:-1,b=1-p*p;if(b>Number.EPSILON){let A=Math.sqrt(b),T=Math.atan2(A,p*S);m=Math.sin(m*T)/A,a=Math.sin(a*T)/A}let y=a*S;if(l=l*m+d*y,c=c*m+f*y,h=h*m+g*y,u=u*m+_*y,m===1-a){let A=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=A,c*=A,h*=A,u*=A}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return t[e]=a*g+h*u+l*f-c*d,t[e+1]=l*g+h*d+c*u-a*f,t[e+2]=c*g+h*f+a*d-l*u,t[e+3]=h*g-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,i){return this._x=t,this._y=e,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,i=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),g=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"YXZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"ZXY":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"ZYX":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"YZX":this._x=d*h*u+c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u-d*f*g;break;case"XZY":this._x=d*h*u-c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u+d*f*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,i=Math.sin(n);return this._x=t.x*i,this._y=t.y*i,this._z=t.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],i=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Gt(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let i=Math.min(1,e/n);return this.slerp(t,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,i=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,i=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+i*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=i,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let f=1-e;return this._w=f*o+e*this._w,this._x=f*n+e*this._x,this._y=f*i+e*this._y,this._z=f*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),u=Math.sin((1-e)*h)/c,d=Math.sin(e*h)/c;return this._w=o*u+this._w*d,this._x=n*u+this._x*d,this._y=i*u+this._y*d,this._z=r*u+this._z*d,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(t),i*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},P=class s{constructor(t=0,e=0,n=0){s.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Xc.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Xc.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*i,this.y=r[1]*e+r[4]*n+r[7]*i,this.z=r[2]*e+r[5]*n+r[8]*i,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,i=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*i-a*n),h=2*(a*e-r*i),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*i,this.y=r[1]*e+r[5]*n+r[9]*i,this.z=r[2]*e+r[6]*n+r[10]*i,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this.z=Gt(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this.z=Gt(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,i=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Ja.copy(this).projectOnVector(t),this.sub(Ja)}reflect(t){return this.sub(Ja.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Gt(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,i=this.z-t.z;return e*e+n*n+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let i=Math.sin(e)*t;return this.x=i*Math.sin(n),this.y=Math.cos(e)*t,this.z=i*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),i=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=i,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Ja=new P,Xc=new Se,Ft=class s{constructor(t,e,n,i,r,o,a,l,c){s.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c)}set(t,e,n,i,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=i,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],g=n[8],_=i[0],m=i[3],p=i[6],S=i[1],b=i[4],y=i[7],A=i[2],T=i[5],C=i[8];return r[0]=o*_+a*S+l*A,r[3]=o*m+a*b+l*T,r[6]=o*p+a*y+l*C,r[1]=c*_+h*S+u*A,r[4]=c*m+h*b+u*T,r[7]=c*p+h*y+u*C,r[2]=d*_+f*S+g*A,r[5]=d*m+f*b+g*T,r[8]=d*p+f*y+g*C,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,g=e*u+n*d+i*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=u*_,t[1]=(i*c-h*n)*_,t[2]=(a*n-i*o)*_,t[3]=d*_,t[4]=(h*e-i*l)*_,t[5]=(i*r-a*e)*_,t[6]=f*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-i*c,i*l,-i*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(Ka.makeScale(t,e)),this}rotate(t){return this.premultiply(Ka.makeRotation(-t)),this}translate(t,e){return this.premultiply(Ka.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<9;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Ka=new Ft;function ql(s){for(let t=s.length-1;t>=0;--t)if(s[t]>=65535)return!0;return!1}function Ps(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function lu(){let s=Ps("canvas");return s.style.display="block",s}var qc={};function li(s){s in qc||(qc[s]=!0,console.warn(s))}function cu(s,t,e){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(t,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Yc=new Ft().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),$c=new Ft().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function cf(){let s={enabled:!0,workingColorSpace:ai,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Qt&&(i.r=En(i.r),i.g=En(i.g),i.b=En(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Qt&&(i.r=Vi(i.r),i.g=Vi(i.g),i.b=Vi(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===In?Cs:this.spaces[i].transfer},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[r].toXYZ).multiply(this.spaces[o].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace},fromWorkingColorSpace:function(i,r){return li("THREE.ColorManagement: .fromWorkingColorSpace() has been renamed to .workingToColorSpace()."),s.workingToColorSpace(i,r)},toWorkingColorSpace:function(i,r){return li("THREE.ColorManagement: .toWorkingColorSpace() has been renamed to .colorSpaceToWorking()."),s.colorSpaceToWorking(i,r)}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[ai]:{primaries:t,whitePoint:n,transfer:Cs,toXYZ:Yc,fromXYZ:$c,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:De},outputColorSpaceConfig:{drawingBufferColorSpace:De}},[De]:{primaries:t,whitePoint:n,transfer:Qt,toXYZ:Yc,fromXYZ:$c,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:De}}}),s}var qt=cf();function En(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function Vi(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var Ci,Yr=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Ci===void 0&&(Ci=Ps("canvas")),Ci.width=t.width,Ci.height=t.height;let i=Ci.getContext("2d");t instanceof ImageData?i.putImageData(t,0,0):i.drawImage(t,0,0,t.width,t.height),n=Ci}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Ps("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let i=n.getImageData(0,0,t.width,t.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=En(r[o]/255)*255;return n.putImageData(i,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(En(e[n]/255)*255):e[n]=En(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},hf=0,Wi=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:hf++}),this.uuid=is(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):e instanceof VideoFrame?t.set(e.displayHeight,e.displayWidth,0):e!==null?t.set(e.width,e.height,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Qa(i[o].image)):r.push(Qa(i[o]))}else r=Qa(i);n.url=r}return e||(t.images[this.uuid]=n),n}};function Qa(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?Yr.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var uf=0,tl=new P,Ie=class s extends Tn{constructor(t=s.DEFAULT_IMAGE,e=s.DEFAULT_MAPPING,n=Bn,i=Bn,r=ln,o=Gn,a=qe,l=hn,c=s.DEFAULT_ANISOTROPY,h=In){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:uf++}),this.uuid=is(),this.name="",this.source=new Wi(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new kt(0,0),this.repeat=new kt(1,1),this.center=new kt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Ft,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0}get width(){return this.source.getSize(tl).x}get height(){return this.source.getSize(tl).y}get depth(){return this.source.getSize(tl).z}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){console.warn(`THREE.Texture.setValues(): property '${e}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Fl)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case oi:t.x=t.x-Math.floor(t.x);break;case Bn:t.x=t.x<0?0:1;break;case Wr:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case oi:t.y=t.y-Math.floor(t.y);break;case Bn:t.y=t.y<0?0:1;break;case Wr:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Ie.DEFAULT_IMAGE=null;Ie.DEFAULT_MAPPING=Fl;Ie.DEFAULT_ANISOTROPY=1;var re=class s{constructor(t=0,e=0,n=0,i=1){s.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=i}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,i){return this.x=t,this.y=e,this.z=n,this.w=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*i+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,i,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let b=(c+1)/2,y=(f+1)/2,A=(p+1)/2,T=(h+d)/4,C=(u+_)/4,D=(g+m)/4;return b>y&&b>A?b<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(b),i=T/n,r=C/n):y>A?y<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(y),n=T/i,r=D/i):A<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(A),n=C/r,i=D/r),this.set(n,i,r,e),this}let S=Math.sqrt((m-g)*(m-g)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(m-g)/S,this.y=(u-_)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this.z=Gt(this.z,t.z,e.z),this.w=Gt(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this.z=Gt(this.z,t,e),this.w=Gt(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},$r=class extends Tn{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ln,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new re(0,0,t,e),this.scissorTest=!1,this.viewport=new re(0,0,t,e);let i={width:t,height:e,depth:n.depth},r=new Ie(i);this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0,this.textures[a].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview}_setTextureOptions(t={}){let e={minFilter:ln,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&(this._depthTexture.renderTarget=null),t!==null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=t,this.textures[i].image.height=e,this.textures[i].image.depth=n,this.textures[i].isArrayTexture=this.textures[i].image.depth>1;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let i=Object.assign({},t.textures[e].image);this.textures[e].source=new Wi(i)}return this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},dn=class extends $r{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ls=class extends Ie{constructor(t=null,e=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=Fe,this.minFilter=Fe,this.wrapR=Bn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var jr=class extends Ie{constructor(t=null,e=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=Fe,this.minFilter=Fe,this.wrapR=Bn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var cn=class{constructor(t=new P(1/0,1/0,1/0),e=new P(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(nn.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(nn.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=nn.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,nn):nn.fromBufferAttribute(r,o),nn.applyMatrix4(t.matrixWorld),this.expandByPoint(nn);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),yr.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),yr.copy(n.boundingBox)),yr.applyMatrix4(t.matrixWorld),this.union(yr)}let i=t.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,nn),nn.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(bs),vr.subVectors(this.max,bs),Ii.subVectors(t.a,bs),Pi.subVectors(t.b,bs),Li.subVectors(t.c,bs),Ln.subVectors(Pi,Ii),Dn.subVectors(Li,Pi),Qn.subVectors(Ii,Li);let e=[0,-Ln.z,Ln.y,0,-Dn.z,Dn.y,0,-Qn.z,Qn.y,Ln.z,0,-Ln.x,Dn.z,0,-Dn.x,Qn.z,0,-Qn.x,-Ln.y,Ln.x,0,-Dn.y,Dn.x,0,-Qn.y,Qn.x,0];return!el(e,Ii,Pi,Li,vr)||(e=[1,0,0,0,1,0,0,0,1],!el(e,Ii,Pi,Li,vr))?!1:(br.crossVectors(Ln,Dn),e=[br.x,br.y,br.z],el(e,Ii,Pi,Li,vr))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,nn).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(nn).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(vn[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),vn[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),vn[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),vn[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),vn[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),vn[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),vn[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),vn[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(vn),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},vn=[new P,new P,new P,new P,new P,new P,new P,new P],nn=new P,yr=new cn,Ii=new P,Pi=new P,Li=new P,Ln=new P,Dn=new P,Qn=new P,bs=new P,vr=new P,br=new P,ti=new P;function el(s,t,e,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){ti.fromArray(s,r);let a=i.x*Math.abs(ti.x)+i.y*Math.abs(ti.y)+i.z*Math.abs(ti.z),l=t.dot(ti),c=e.dot(ti),h=n.dot(ti);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var df=new cn,Ms=new P,nl=new P,Ge=class{constructor(t=new P,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):df.setFromPoints(t).getCenter(n);let i=0;for(let r=0,o=t.length;r<o;r++)i=Math.max(i,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(i),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Ms.subVectors(t,this.center);let e=Ms.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),i=(n-this.radius)*.5;this.center.addScaledVector(Ms,i/n),this.radius+=i}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(nl.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Ms.copy(t.center).add(nl)),this.expandByPoint(Ms.copy(t.center).sub(nl))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},bn=new P,il=new P,Mr=new P,Un=new P,sl=new P,wr=new P,rl=new P,ci=class{constructor(t=new P,e=new P(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,bn)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=bn.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(bn.copy(this.origin).addScaledVector(this.direction,e),bn.distanceToSquared(t))}distanceSqToSegment(t,e,n,i){il.copy(t).add(e).multiplyScalar(.5),Mr.copy(e).sub(t).normalize(),Un.copy(this.origin).sub(il);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Mr),a=Un.dot(this.direction),l=-Un.dot(Mr),c=Un.lengthSq(),h=Math.abs(1-o*o),u,d,f,g;if(h>0)if(u=o*l-a,d=o*a-l,g=r*h,u>=0)if(d>=-g)if(d<=g){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-g?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=g?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(il).addScaledVector(Mr,d),f}intersectSphere(t,e){bn.subVectors(t.center,this.origin);let n=bn.dot(this.direction),i=bn.dot(bn)-n*n,r=t.radius*t.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,i=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,i=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,e)}intersectsBox(t){return this.intersectBox(t,bn)!==null}intersectTriangle(t,e,n,i,r){sl.subVectors(e,t),wr.subVectors(n,t),rl.crossVectors(sl,wr);let o=this.direction.dot(rl),a;if(o>0){if(i)return null;a=1}else if(o<0)a=-1,o=-o;else return null;Un.subVectors(this.origin,t);let l=a*this.direction.dot(wr.crossVectors(Un,wr));if(l<0)return null;let c=a*this.direction.dot(sl.cross(Un));if(c<0||l+c>o)return null;let h=-a*Un.dot(rl);return h<0?null:this.at(h/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Bt=class s{constructor(t,e,n,i,r,o,a,l,c,h,u,d,f,g,_,m){s.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c,h,u,d,f,g,_,m)}set(t,e,n,i,r,o,a,l,c,h,u,d,f,g,_,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=i,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,i=1/Di.setFromMatrixColumn(t,0).length(),r=1/Di.setFromMatrixColumn(t,1).length(),o=1/Di.setFromMatrixColumn(t,2).length();return e[0]=n[0]*i,e[1]=n[1]*i,e[2]=n[2]*i,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,i=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+g*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=g+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,g=c*h,_=c*u;e[0]=d+_*a,e[4]=g*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-g,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,g=c*h,_=c*u;e[0]=d-_*a,e[4]=-o*u,e[8]=g+f*a,e[1]=f+g*a,e[5]=o*h,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=g*c-f,e[8]=d*c+_,e[1]=l*u,e[5]=_*c+d,e[9]=f*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=_-d*u,e[8]=g*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+g,e[10]=d-_*u}else if(t.order==="XZY"){let d=o*l,f=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+_,e[5]=o*h,e[9]=f*u-g,e[2]=g*u-f,e[6]=a*h,e[10]=_*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(ff,t,pf)}lookAt(t,e,n){let i=this.elements;return He.subVectors(t,e),He.lengthSq()===0&&(He.z=1),He.normalize(),Nn.crossVectors(n,He),Nn.lengthSq()===0&&(Math.abs(n.z)===1?He.x+=1e-4:He.z+=1e-4,He.normalize(),Nn.crossVectors(n,He)),Nn.normalize(),Sr.crossVectors(He,Nn),i[0]=Nn.x,i[4]=Sr.x,i[8]=He.x,i[1]=Nn.y,i[5]=Sr.y,i[9]=He.y,i[2]=Nn.z,i[6]=Sr.z,i[10]=He.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],g=n[2],_=n[6],m=n[10],p=n[14],S=n[3],b=n[7],y=n[11],A=n[15],T=i[0],C=i[4],D=i[8],w=i[12],M=i[1],R=i[5],H=i[9],G=i[13],V=i[2],Z=i[6],q=i[10],nt=i[14],W=i[3],at=i[7],dt=i[11],St=i[15];return r[0]=o*T+a*M+l*V+c*W,r[4]=o*C+a*R+l*Z+c*at,r[8]=o*D+a*H+l*q+c*dt,r[12]=o*w+a*G+l*nt+c*St,r[1]=h*T+u*M+d*V+f*W,r[5]=h*C+u*R+d*Z+f*at,r[9]=h*D+u*H+d*q+f*dt,r[13]=h*w+u*G+d*nt+f*St,r[2]=g*T+_*M+m*V+p*W,r[6]=g*C+_*R+m*Z+p*at,r[10]=g*D+_*H+m*q+p*dt,r[14]=g*w+_*G+m*nt+p*St,r[3]=S*T+b*M+y*V+A*W,r[7]=S*C+b*R+y*Z+A*at,r[11]=S*D+b*H+y*q+A*dt,r[15]=S*w+b*G+y*nt+A*St,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],i=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],g=t[3],_=t[7],m=t[11],p=t[15];return g*(+r*l*u-i*c*u-r*a*d+n*c*d+i*a*f-n*l*f)+_*(+e*l*f-e*c*d+r*o*d-i*o*f+i*c*h-r*l*h)+m*(+e*c*u-e*a*f-r*o*u+n*o*f+r*a*h-n*c*h)+p*(-i*a*h-e*l*u+e*a*d+i*o*u-n*o*d+n*l*h)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let i=this.elements;return t.isVector3?(i[12]=t.x,i[13]=t.y,i[14]=t.z):(i[12]=t,i[13]=e,i[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],g=t[12],_=t[13],m=t[14],p=t[15],S=u*m*c-_*d*c+_*l*f-a*m*f-u*l*p+a*d*p,b=g*d*c-h*m*c-g*l*f+o*m*f+h*l*p-o*d*p,y=h*_*c-g*u*c+g*a*f-o*_*f-h*a*p+o*u*p,A=g*u*l-h*_*l-g*a*d+o*_*d+h*a*m-o*u*m,T=e*S+n*b+i*y+r*A;if(T===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let C=1/T;return t[0]=S*C,t[1]=(_*d*r-u*m*r-_*i*f+n*m*f+u*i*p-n*d*p)*C,t[2]=(a*m*r-_*l*r+_*i*c-n*m*c-a*i*p+n*l*p)*C,t[3]=(u*l*r-a*d*r-u*i*c+n*d*c+a*i*f-n*l*f)*C,t[4]=b*C,t[5]=(h*m*r-g*d*r+g*i*f-e*m*f-h*i*p+e*d*p)*C,t[6]=(g*l*r-o*m*r-g*i*c+e*m*c+o*i*p-e*l*p)*C,t[7]=(o*d*r-h*l*r+h*i*c-e*d*c-o*i*f+e*l*f)*C,t[8]=y*C,t[9]=(g*u*r-h*_*r-g*n*f+e*_*f+h*n*p-e*u*p)*C,t[10]=(o*_*r-g*a*r+g*n*c-e*_*c-o*n*p+e*a*p)*C,t[11]=(h*a*r-o*u*r-h*n*c+e*u*c+o*n*f-e*a*f)*C,t[12]=A*C,t[13]=(h*_*i-g*u*i+g*n*d-e*_*d-h*n*m+e*u*m)*C,t[14]=(g*a*i-o*_*i-g*n*l+e*_*l+o*n*m-e*a*m)*C,t[15]=(o*u*i-h*a*i+h*n*l-e*u*l-o*n*d+e*a*d)*C,this}scale(t){let e=this.elements,n=t.x,i=t.y,r=t.z;return e[0]*=n,e[4]*=i,e[8]*=r,e[1]*=n,e[5]*=i,e[9]*=r,e[2]*=n,e[6]*=i,e[10]*=r,e[3]*=n,e[7]*=i,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],i=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,i))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),i=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,i,r,o){return this.set(1,n,r,0,t,1,o,0,e,i,1,0,0,0,0,1),this}compose(t,e,n){let i=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,g=r*u,_=o*h,m=o*u,p=a*u,S=l*c,b=l*h,y=l*u,A=n.x,T=n.y,C=n.z;return i[0]=(1-(_+p))*A,i[1]=(f+y)*A,i[2]=(g-b)*A,i[3]=0,i[4]=(f-y)*T,i[5]=(1-(d+p))*T,i[6]=(m+S)*T,i[7]=0,i[8]=(g+b)*C,i[9]=(m-S)*C,i[10]=(1-(d+_))*C,i[11]=0,i[12]=t.x,i[13]=t.y,i[14]=t.z,i[15]=1,this}decompose(t,e,n){let i=this.elements,r=Di.set(i[0],i[1],i[2]).length(),o=Di.set(i[4],i[5],i[6]).length(),a=Di.set(i[8],i[9],i[10]).length();this.determinant()<0&&(r=-r),t.x=i[12],t.y=i[13],t.z=i[14],sn.copy(this);let c=1/r,h=1/o,u=1/a;return sn.elements[0]*=c,sn.elements[1]*=c,sn.elements[2]*=c,sn.elements[4]*=h,sn.elements[5]*=h,sn.elements[6]*=h,sn.elements[8]*=u,sn.elements[9]*=u,sn.elements[10]*=u,e.setFromRotationMatrix(sn),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,i,r,o,a=on,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-i),d=(e+t)/(e-t),f=(n+i)/(n-i),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===on)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Is)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,i,r,o,a=on,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-i),d=-(e+t)/(e-t),f=-(n+i)/(n-i),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===on)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Is)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<16;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Di=new P,sn=new Bt,ff=new P(0,0,0),pf=new P(1,1,1),Nn=new P,Sr=new P,He=new P,jc=new Bt,Zc=new Se,Ke=class s{constructor(t=0,e=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=i}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,i=this._order){return this._x=t,this._y=e,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let i=t.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(e){case"XYZ":this._y=Math.asin(Gt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Gt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Gt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Gt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Gt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-Gt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return jc.makeRotationFromQuaternion(t),this.setFromRotationMatrix(jc,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Zc.setFromEuler(this),this.setFromQuaternion(Zc,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ke.DEFAULT_ORDER="XYZ";var Xi=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},mf=0,Jc=new P,Ui=new Se,Mn=new Bt,Er=new P,ws=new P,gf=new P,_f=new Se,Kc=new P(1,0,0),Qc=new P(0,1,0),th=new P(0,0,1),eh={type:"added"},xf={type:"removed"},Ni={type:"childadded",child:null},ol={type:"childremoved",child:null},we=class s extends Tn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:mf++}),this.uuid=is(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let t=new P,e=new Ke,n=new Se,i=new P(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Bt},normalMatrix:{value:new Ft}}),this.matrix=new Bt,this.matrixWorld=new Bt,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Xi,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Ui.setFromAxisAngle(t,e),this.quaternion.multiply(Ui),this}rotateOnWorldAxis(t,e){return Ui.setFromAxisAngle(t,e),this.quaternion.premultiply(Ui),this}rotateX(t){return this.rotateOnAxis(Kc,t)}rotateY(t){return this.rotateOnAxis(Qc,t)}rotateZ(t){return this.rotateOnAxis(th,t)}translateOnAxis(t,e){return Jc.copy(t).applyQuaternion(this.quaternion),this.position.add(Jc.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Kc,t)}translateY(t){return this.translateOnAxis(Qc,t)}translateZ(t){return this.translateOnAxis(th,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Mn.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Er.copy(t):Er.set(t,e,n);let i=this.parent;this.updateWorldMatrix(!0,!1),ws.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Mn.lookAt(ws,Er,this.up):Mn.lookAt(Er,ws,this.up),this.quaternion.setFromRotationMatrix(Mn),i&&(Mn.extractRotation(i.matrixWorld),Ui.setFromRotationMatrix(Mn),this.quaternion.premultiply(Ui.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(eh),Ni.child=t,this.dispatchEvent(Ni),Ni.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(xf),ol.child=t,this.dispatchEvent(ol),ol.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Mn.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Mn.multiply(t.parent.matrixWorld)),t.applyMatrix4(Mn),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(eh),Ni.child=t,this.dispatchEvent(Ni),Ni.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ws,t,gf),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ws,_f,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,this.name!==""&&(i.name=this.name),this.castShadow===!0&&(i.castShadow=!0),this.receiveShadow===!0&&(i.receiveShadow=!0),this.visible===!1&&(i.visible=!1),this.frustumCulled===!1&&(i.frustumCulled=!1),this.renderOrder!==0&&(i.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(i.matrixAutoUpdate=!1),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(t),i.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));i.material=a}else i.material=r(t.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let i=t.children[n];this.add(i.clone())}return this}};we.DEFAULT_UP=new P(0,1,0);we.DEFAULT_MATRIX_AUTO_UPDATE=!0;we.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var rn=new P,wn=new P,al=new P,Sn=new P,Fi=new P,Oi=new P,nh=new P,ll=new P,cl=new P,hl=new P,ul=new re,dl=new re,fl=new re,kn=class s{constructor(t=new P,e=new P,n=new P){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,i){i.subVectors(n,e),rn.subVectors(t,e),i.cross(rn);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(t,e,n,i,r){rn.subVectors(i,e),wn.subVectors(n,e),al.subVectors(t,e);let o=rn.dot(rn),a=rn.dot(wn),l=rn.dot(al),c=wn.dot(wn),h=wn.dot(al),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,g=(o*h-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(t,e,n,i){return this.getBarycoord(t,e,n,i,Sn)===null?!1:Sn.x>=0&&Sn.y>=0&&Sn.x+Sn.y<=1}static getInterpolation(t,e,n,i,r,o,a,l){return this.getBarycoord(t,e,n,i,Sn)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Sn.x),l.addScaledVector(o,Sn.y),l.addScaledVector(a,Sn.z),l)}static getInterpolatedAttribute(t,e,n,i,r,o){return ul.setScalar(0),dl.setScalar(0),fl.setScalar(0),ul.fromBufferAttribute(t,e),dl.fromBufferAttribute(t,n),fl.fromBufferAttribute(t,i),o.setScalar(0),o.addScaledVector(ul,r.x),o.addScaledVector(dl,r.y),o.addScaledVector(fl,r.z),o}static isFrontFacing(t,e,n,i){return rn.subVectors(n,e),wn.subVectors(t,e),rn.cross(wn).dot(i)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,i){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[i]),this}setFromAttributeAndIndices(t,e,n,i){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,i),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return rn.subVectors(this.c,this.b),wn.subVectors(this.a,this.b),rn.cross(wn).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return s.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return s.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,i,r){return s.getInterpolation(t,this.a,this.b,this.c,e,n,i,r)}containsPoint(t){return s.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return s.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,i=this.b,r=this.c,o,a;Fi.subVectors(i,n),Oi.subVectors(r,n),ll.subVectors(t,n);let l=Fi.dot(ll),c=Oi.dot(ll);if(l<=0&&c<=0)return e.copy(n);cl.subVectors(t,i);let h=Fi.dot(cl),u=Oi.dot(cl);if(h>=0&&u<=h)return e.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0)return o=l/(l-h),e.copy(n).addScaledVector(Fi,o);hl.subVectors(t,r);let f=Fi.dot(hl),g=Oi.dot(hl);if(g>=0&&f<=g)return e.copy(r);let _=f*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Oi,a);let m=h*g-f*u;if(m<=0&&u-h>=0&&f-g>=0)return nh.subVectors(r,i),a=(u-h)/(u-h+(f-g)),e.copy(i).addScaledVector(nh,a);let p=1/(m+_+d);return o=_*p,a=d*p,e.copy(n).addScaledVector(Fi,o).addScaledVector(Oi,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},hu={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Fn={h:0,s:0,l:0},Tr={h:0,s:0,l:0};function pl(s,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?s+(t-s)*6*e:e<1/2?t:e<2/3?s+(t-s)*6*(2/3-e):s}var mt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let i=t;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=De){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,qt.colorSpaceToWorking(this,e),this}setRGB(t,e,n,i=qt.workingColorSpace){return this.r=t,this.g=e,this.b=n,qt.colorSpaceToWorking(this,i),this}setHSL(t,e,n,i=qt.workingColorSpace){if(t=lf(t,1),e=Gt(e,0,1),n=Gt(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=pl(o,r,t+1/3),this.g=pl(o,r,t),this.b=pl(o,r,t-1/3)}return qt.colorSpaceToWorking(this,i),this}setStyle(t,e=De){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=De){let n=hu[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=En(t.r),this.g=En(t.g),this.b=En(t.b),this}copyLinearToSRGB(t){return this.r=Vi(t.r),this.g=Vi(t.g),this.b=Vi(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=De){return qt.workingToColorSpace(Re.copy(this),t),Math.round(Gt(Re.r*255,0,255))*65536+Math.round(Gt(Re.g*255,0,255))*256+Math.round(Gt(Re.b*255,0,255))}getHexString(t=De){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=qt.workingColorSpace){qt.workingToColorSpace(Re.copy(this),e);let n=Re.r,i=Re.g,r=Re.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=qt.workingColorSpace){return qt.workingToColorSpace(Re.copy(this),e),t.r=Re.r,t.g=Re.g,t.b=Re.b,t}getStyle(t=De){qt.workingToColorSpace(Re.copy(this),t);let e=Re.r,n=Re.g,i=Re.b;return t!==De?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(t,e,n){return this.getHSL(Fn),this.setHSL(Fn.h+t,Fn.s+e,Fn.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Fn),t.getHSL(Tr);let n=Za(Fn.h,Tr.h,e),i=Za(Fn.s,Tr.s,e),r=Za(Fn.l,Tr.l,e);return this.setHSL(n,i,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,i=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*i,this.g=r[1]*e+r[4]*n+r[7]*i,this.b=r[2]*e+r[5]*n+r[8]*i,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Re=new mt;mt.NAMES=hu;var yf=0,fn=class extends Tn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:yf++}),this.uuid=is(),this.name="",this.type="Material",this.blending=si,this.side=an,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Vr,this.blendDst=Gr,this.blendEquation=zn,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new mt(0,0,0),this.blendAlpha=0,this.depthFunc=ri,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Tl,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ii,this.stencilZFail=ii,this.stencilZPass=ii,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==si&&(n.blending=this.blending),this.side!==an&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Vr&&(n.blendSrc=this.blendSrc),this.blendDst!==Gr&&(n.blendDst=this.blendDst),this.blendEquation!==zn&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==ri&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==Tl&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==ii&&(n.stencilFail=this.stencilFail),this.stencilZFail!==ii&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==ii&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=i(t.textures),o=i(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let i=e.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}},pn=class extends fn{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new mt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ke,this.combine=Mo,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var _e=new P,Ar=new kt,vf=0,Wt=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:vf++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Al,this.updateRanges=[],this.gpuType=Qe,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[t+i]=e.array[n+i];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Ar.fromBufferAttribute(this,e),Ar.applyMatrix3(t),this.setXY(e,Ar.x,Ar.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)_e.fromBufferAttribute(this,e),_e.applyMatrix3(t),this.setXYZ(e,_e.x,_e.y,_e.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)_e.fromBufferAttribute(this,e),_e.applyMatrix4(t),this.setXYZ(e,_e.x,_e.y,_e.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)_e.fromBufferAttribute(this,e),_e.applyNormalMatrix(t),this.setXYZ(e,_e.x,_e.y,_e.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)_e.fromBufferAttribute(this,e),_e.transformDirection(t),this.setXYZ(e,_e.x,_e.y,_e.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=vs(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Ne(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=vs(e,this.array)),e}setX(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=vs(e,this.array)),e}setY(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=vs(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=vs(e,this.array)),e}setW(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,i){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array),i=Ne(i,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this}setXYZW(t,e,n,i,r){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array),i=Ne(i,this.array),r=Ne(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==Al&&(t.usage=this.usage),t}};var Ds=class extends Wt{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Us=class extends Wt{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var de=class extends Wt{constructor(t,e,n){super(new Float32Array(t),e,n)}},bf=0,Ze=new Bt,ml=new we,ki=new P,Ve=new cn,Ss=new cn,Me=new P,$t=class s extends Tn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:bf++}),this.uuid=is(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(ql(t)?Us:Ds)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new Ft().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(t),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return Ze.makeRotationFromQuaternion(t),this.applyMatrix4(Ze),this}rotateX(t){return Ze.makeRotationX(t),this.applyMatrix4(Ze),this}rotateY(t){return Ze.makeRotationY(t),this.applyMatrix4(Ze),this}rotateZ(t){return Ze.makeRotationZ(t),this.applyMatrix4(Ze),this}translate(t,e,n){return Ze.makeTranslation(t,e,n),this.applyMatrix4(Ze),this}scale(t,e,n){return Ze.makeScale(t,e,n),this.applyMatrix4(Ze),this}lookAt(t){return ml.lookAt(t),ml.updateMatrix(),this.applyMatrix4(ml.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ki).negate(),this.translate(ki.x,ki.y,ki.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let i=0,r=t.length;i<r;i++){let o=t[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new de(n,3))}else{let n=Math.min(t.length,e.count);for(let i=0;i<n;i++){let r=t[i];e.setXYZ(i,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new cn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new P(-1/0,-1/0,-1/0),new P(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,i=e.length;n<i;n++){let r=e[n];Ve.setFromBufferAttribute(r),this.morphTargetsRelative?(Me.addVectors(this.boundingBox.min,Ve.min),this.boundingBox.expandByPoint(Me),Me.addVectors(this.boundingBox.max,Ve.max),this.boundingBox.expandByPoint(Me)):(this.boundingBox.expandByPoint(Ve.min),this.boundingBox.expandByPoint(Ve.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ge);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new P,1/0);return}if(t){let n=this.boundingSphere.center;if(Ve.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Ss.setFromBufferAttribute(a),this.morphTargetsRelative?(Me.addVectors(Ve.min,Ss.min),Ve.expandByPoint(Me),Me.addVectors(Ve.max,Ss.max),Ve.expandByPoint(Me)):(Ve.expandByPoint(Ss.min),Ve.expandByPoint(Ss.max))}Ve.getCenter(n);let i=0;for(let r=0,o=t.count;r<o;r++)Me.fromBufferAttribute(t,r),i=Math.max(i,n.distanceToSquared(Me));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Me.fromBufferAttribute(a,c),l&&(ki.fromBufferAttribute(t,c),Me.add(ki)),i=Math.max(i,n.distanceToSquared(Me))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,i=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new Wt(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let D=0;D<n.count;D++)a[D]=new P,l[D]=new P;let c=new P,h=new P,u=new P,d=new kt,f=new kt,g=new kt,_=new P,m=new P;function p(D,w,M){c.fromBufferAttribute(n,D),h.fromBufferAttribute(n,w),u.fromBufferAttribute(n,M),d.fromBufferAttribute(r,D),f.fromBufferAttribute(r,w),g.fromBufferAttribute(r,M),h.sub(c),u.sub(c),f.sub(d),g.sub(d);let R=1/(f.x*g.y-g.x*f.y);isFinite(R)&&(_.copy(h).multiplyScalar(g.y).addScaledVector(u,-f.y).multiplyScalar(R),m.copy(u).multiplyScalar(f.x).addScaledVector(h,-g.x).multiplyScalar(R),a[D].add(_),a[w].add(_),a[M].add(_),l[D].add(m),l[w].add(m),l[M].add(m))}let S=this.groups;S.length===0&&(S=[{start:0,count:t.count}]);for(let D=0,w=S.length;D<w;++D){let M=S[D],R=M.start,H=M.count;for(let G=R,V=R+H;G<V;G+=3)p(t.getX(G+0),t.getX(G+1),t.getX(G+2))}let b=new P,y=new P,A=new P,T=new P;function C(D){A.fromBufferAttribute(i,D),T.copy(A);let w=a[D];b.copy(w),b.sub(A.multiplyScalar(A.dot(w))).normalize(),y.crossVectors(T,w);let R=y.dot(l[D])<0?-1:1;o.setXYZW(D,b.x,b.y,b.z,R)}for(let D=0,w=S.length;D<w;++D){let M=S[D],R=M.start,H=M.count;for(let G=R,V=R+H;G<V;G+=3)C(t.getX(G+0)),C(t.getX(G+1)),C(t.getX(G+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new Wt(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new P,r=new P,o=new P,a=new P,l=new P,c=new P,h=new P,u=new P;if(t)for(let d=0,f=t.count;d<f;d+=3){let g=t.getX(d+0),_=t.getX(d+1),m=t.getX(d+2);i.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)i.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Me.fromBufferAttribute(t,e),Me.normalize(),t.setXYZ(e,Me.x,Me.y,Me.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let p=0;p<h;p++)d[g++]=c[f++]}return new Wt(d,h,u)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(i[l]=h,r=!0)}r&&(t.data.morphAttributes=i,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let i=t.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},ih=new Bt,ei=new ci,Rr=new Ge,sh=new P,Cr=new P,Ir=new P,Pr=new P,gl=new P,Lr=new P,rh=new P,Dr=new P,Jt=class extends we{constructor(t=new $t,e=new pn){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(i,t);let a=this.morphTargetInfluences;if(r&&a){Lr.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(gl.fromBufferAttribute(u,t),o?Lr.addScaledVector(gl,h):Lr.addScaledVector(gl.sub(e),h))}e.add(Lr)}return e}raycast(t,e){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Rr.copy(n.boundingSphere),Rr.applyMatrix4(r),ei.copy(t.ray).recast(t.near),!(Rr.containsPoint(ei.origin)===!1&&(ei.intersectSphere(Rr,sh)===null||ei.origin.distanceToSquared(sh)>(t.far-t.near)**2))&&(ih.copy(r).invert(),ei.copy(t.ray).applyMatrix4(ih),!(n.boundingBox!==null&&ei.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,ei)))}_computeIntersections(t,e,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],S=Math.max(m.start,f.start),b=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let y=S,A=b;y<A;y+=3){let T=a.getX(y),C=a.getX(y+1),D=a.getX(y+2);i=Ur(this,p,t,n,c,h,u,T,C,D),i&&(i.faceIndex=Math.floor(y/3),i.face.materialIndex=m.materialIndex,e.push(i))}}else{let g=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let S=a.getX(m),b=a.getX(m+1),y=a.getX(m+2);i=Ur(this,o,t,n,c,h,u,S,b,y),i&&(i.faceIndex=Math.floor(m/3),e.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],S=Math.max(m.start,f.start),b=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let y=S,A=b;y<A;y+=3){let T=y,C=y+1,D=y+2;i=Ur(this,p,t,n,c,h,u,T,C,D),i&&(i.faceIndex=Math.floor(y/3),i.face.materialIndex=m.materialIndex,e.push(i))}}else{let g=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let S=m,b=m+1,y=m+2;i=Ur(this,o,t,n,c,h,u,S,b,y),i&&(i.faceIndex=Math.floor(m/3),e.push(i))}}}};function Mf(s,t,e,n,i,r,o,a){let l;if(t.side===Te?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,t.side===an,a),l===null)return null;Dr.copy(a),Dr.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(Dr);return c<e.near||c>e.far?null:{distance:c,point:Dr.clone(),object:s}}function Ur(s,t,e,n,i,r,o,a,l,c){s.getVertexPosition(a,Cr),s.getVertexPosition(l,Ir),s.getVertexPosition(c,Pr);let h=Mf(s,t,e,n,Cr,Ir,Pr,rh);if(h){let u=new P;kn.getBarycoord(rh,Cr,Ir,Pr,u),i&&(h.uv=kn.getInterpolatedAttribute(i,a,l,c,u,new kt)),r&&(h.uv1=kn.getInterpolatedAttribute(r,a,l,c,u,new kt)),o&&(h.normal=kn.getInterpolatedAttribute(o,a,l,c,u,new P),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new P,materialIndex:0};kn.getNormal(Cr,Ir,Pr,d.normal),h.face=d,h.barycoord=u}return h}var An=class s extends $t{constructor(t=1,e=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,i,o,2),g("x","z","y",1,-1,t,n,-e,i,o,3),g("x","y","z",1,-1,t,e,n,i,r,4),g("x","y","z",-1,-1,t,e,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new de(c,3)),this.setAttribute("normal",new de(h,3)),this.setAttribute("uv",new de(u,2));function g(_,m,p,S,b,y,A,T,C,D,w){let M=y/C,R=A/D,H=y/2,G=A/2,V=T/2,Z=C+1,q=D+1,nt=0,W=0,at=new P;for(let dt=0;dt<q;dt++){let St=dt*R-G;for(let zt=0;zt<Z;zt++){let le=zt*M-H;at[_]=le*S,at[m]=St*b,at[p]=V,c.push(at.x,at.y,at.z),at[_]=0,at[m]=0,at[p]=T>0?1:-1,h.push(at.x,at.y,at.z),u.push(zt/C),u.push(1-dt/D),nt+=1}}for(let dt=0;dt<D;dt++)for(let St=0;St<C;St++){let zt=d+St+Z*dt,le=d+St+Z*(dt+1),ee=d+(St+1)+Z*(dt+1),$=d+(St+1)+Z*dt;l.push(zt,le,$),l.push(le,ee,$),W+=6}a.addGroup(f,W,w),f+=W,d+=nt}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function _i(s){let t={};for(let e in s){t[e]={};for(let n in s[e]){let i=s[e][n];i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)?i.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=i.clone():Array.isArray(i)?t[e][n]=i.slice():t[e][n]=i}}return t}function Pe(s){let t={};for(let e=0;e<s.length;e++){let n=_i(s[e]);for(let i in n)t[i]=n[i]}return t}function wf(s){let t=[];for(let e=0;e<s.length;e++)t.push(s[e].clone());return t}function Yl(s){let t=s.getRenderTarget();return t===null?s.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:qt.workingColorSpace}var uu={clone:_i,merge:Pe},Sf=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Ef=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,We=class extends fn{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Sf,this.fragmentShader=Ef,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=_i(t.uniforms),this.uniformsGroups=wf(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?e.uniforms[i]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[i]={type:"m4",value:o.toArray()}:e.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},Ns=class extends we{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Bt,this.projectionMatrix=new Bt,this.projectionMatrixInverse=new Bt,this.coordinateSystem=on,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},On=new P,oh=new kt,ah=new kt,Ce=class extends Ns{constructor(t=50,e=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=qr*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(ja*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return qr*2*Math.atan(Math.tan(ja*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){On.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(On.x,On.y).multiplyScalar(-t/On.z),On.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(On.x,On.y).multiplyScalar(-t/On.z)}getViewSize(t,e){return this.getViewBounds(t,oh,ah),e.subVectors(ah,oh)}setViewOffset(t,e,n,i,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(ja*.5*this.fov)/this.zoom,n=2*e,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,e-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Bi=-90,zi=1,Zr=class extends we{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new Ce(Bi,zi,t,e);i.layers=this.layers,this.add(i);let r=new Ce(Bi,zi,t,e);r.layers=this.layers,this.add(r);let o=new Ce(Bi,zi,t,e);o.layers=this.layers,this.add(o);let a=new Ce(Bi,zi,t,e);a.layers=this.layers,this.add(a);let l=new Ce(Bi,zi,t,e);l.layers=this.layers,this.add(l);let c=new Ce(Bi,zi,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,i,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===on)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Is)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,i),t.render(e,r),t.setRenderTarget(n,1,i),t.render(e,o),t.setRenderTarget(n,2,i),t.render(e,a),t.setRenderTarget(n,3,i),t.render(e,l),t.setRenderTarget(n,4,i),t.render(e,c),n.texture.generateMipmaps=_,t.setRenderTarget(n,5,i),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},Fs=class extends Ie{constructor(t=[],e=mi,n,i,r,o,a,l,c,h){super(t,e,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Jr=class extends dn{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},i=[n,n,n,n,n,n];this.texture=new Fs(i),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},i=new An(5,5,5),r=new We({name:"CubemapFromEquirect",uniforms:_i(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Te,blending:Rn});r.uniforms.tEquirect.value=e;let o=new Jt(i,r),a=e.minFilter;return e.minFilter===Gn&&(e.minFilter=ln),new Zr(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,i=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,i);t.setRenderTarget(r)}},xe=class extends we{constructor(){super(),this.isGroup=!0,this.type="Group"}},Tf={type:"move"},qi=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new xe,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new xe,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new P,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new P),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new xe,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new P,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new P),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(i=e.getPose(t.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Tf)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new xe;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}};var Os=class s{constructor(t,e=1,n=1e3){this.isFog=!0,this.name="",this.color=new mt(t),this.near=e,this.far=n}clone(){return new s(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},hi=class extends we{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ke,this.environmentIntensity=1,this.environmentRotation=new Ke,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var lh=new P,ch=new re,hh=new re,Af=new P,uh=new Bt,Nr=new P,_l=new Ge,dh=new Bt,xl=new ci,Yi=class extends Jt{constructor(t,e){super(t,e),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=Ml,this.bindMatrix=new Bt,this.bindMatrixInverse=new Bt,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let t=this.geometry;this.boundingBox===null&&(this.boundingBox=new cn),this.boundingBox.makeEmpty();let e=t.getAttribute("position");for(let n=0;n<e.count;n++)this.getVertexPosition(n,Nr),this.boundingBox.expandByPoint(Nr)}computeBoundingSphere(){let t=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new Ge),this.boundingSphere.makeEmpty();let e=t.getAttribute("position");for(let n=0;n<e.count;n++)this.getVertexPosition(n,Nr),this.boundingSphere.expandByPoint(Nr)}copy(t,e){return super.copy(t,e),this.bindMode=t.bindMode,this.bindMatrix.copy(t.bindMatrix),this.bindMatrixInverse.copy(t.bindMatrixInverse),this.skeleton=t.skeleton,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}raycast(t,e){let n=this.material,i=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),_l.copy(this.boundingSphere),_l.applyMatrix4(i),t.ray.intersectsSphere(_l)!==!1&&(dh.copy(i).invert(),xl.copy(t.ray).applyMatrix4(dh),!(this.boundingBox!==null&&xl.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(t,e,xl)))}getVertexPosition(t,e){return super.getVertexPosition(t,e),this.applyBoneTransform(t,e),e}bind(t,e){this.skeleton=t,e===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),e=this.matrixWorld),this.bindMatrix.copy(e),this.bindMatrixInverse.copy(e).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let t=new re,e=this.geometry.attributes.skinWeight;for(let n=0,i=e.count;n<i;n++){t.fromBufferAttribute(e,n);let r=1/t.manhattanLength();r!==1/0?t.multiplyScalar(r):t.set(1,0,0,0),e.setXYZW(n,t.x,t.y,t.z,t.w)}}updateMatrixWorld(t){super.updateMatrixWorld(t),this.bindMode===Ml?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===Zh?this.bindMatrixInverse.copy(this.bindMatrix).invert():console.warn("THREE.SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(t,e){let n=this.skeleton,i=this.geometry;ch.fromBufferAttribute(i.attributes.skinIndex,t),hh.fromBufferAttribute(i.attributes.skinWeight,t),lh.copy(e).applyMatrix4(this.bindMatrix),e.set(0,0,0);for(let r=0;r<4;r++){let o=hh.getComponent(r);if(o!==0){let a=ch.getComponent(r);uh.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),e.addScaledVector(Af.copy(lh).applyMatrix4(uh),o)}}return e.applyMatrix4(this.bindMatrixInverse)}},ui=class extends we{constructor(){super(),this.isBone=!0,this.type="Bone"}},ks=class extends Ie{constructor(t=null,e=1,n=1,i,r,o,a,l,c=Fe,h=Fe,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},fh=new Bt,Rf=new Bt,$i=class s{constructor(t=[],e=[]){this.uuid=is(),this.bones=t.slice(0),this.boneInverses=e,this.boneMatrices=null,this.boneTexture=null,this.init()}init(){let t=this.bones,e=this.boneInverses;if(this.boneMatrices=new Float32Array(t.length*16),e.length===0)this.calculateInverses();else if(t.length!==e.length){console.warn("THREE.Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,i=this.bones.length;n<i;n++)this.boneInverses.push(new Bt)}}calculateInverses(){this.boneInverses.length=0;for(let t=0,e=this.bones.length;t<e;t++){let n=new Bt;this.bones[t]&&n.copy(this.bones[t].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let t=0,e=this.bones.length;t<e;t++){let n=this.bones[t];n&&n.matrixWorld.copy(this.boneInverses[t]).invert()}for(let t=0,e=this.bones.length;t<e;t++){let n=this.bones[t];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let t=this.bones,e=this.boneInverses,n=this.boneMatrices,i=this.boneTexture;for(let r=0,o=t.length;r<o;r++){let a=t[r]?t[r].matrixWorld:Rf;fh.multiplyMatrices(a,e[r]),fh.toArray(n,r*16)}i!==null&&(i.needsUpdate=!0)}clone(){return new s(this.bones,this.boneInverses)}computeBoneTexture(){let t=Math.sqrt(this.bones.length*4);t=Math.ceil(t/4)*4,t=Math.max(t,4);let e=new Float32Array(t*t*4);e.set(this.boneMatrices);let n=new ks(e,t,t,qe,Qe);return n.needsUpdate=!0,this.boneMatrices=e,this.boneTexture=n,this}getBoneByName(t){for(let e=0,n=this.bones.length;e<n;e++){let i=this.bones[e];if(i.name===t)return i}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null)}fromJSON(t,e){this.uuid=t.uuid;for(let n=0,i=t.bones.length;n<i;n++){let r=t.bones[n],o=e[r];o===void 0&&(console.warn("THREE.Skeleton: No bone found with UUID:",r),o=new ui),this.bones.push(o),this.boneInverses.push(new Bt().fromArray(t.boneInverses[n]))}return this.init(),this}toJSON(){let t={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};t.uuid=this.uuid;let e=this.bones,n=this.boneInverses;for(let i=0,r=e.length;i<r;i++){let o=e[i];t.bones.push(o.uuid);let a=n[i];t.boneInverses.push(a.toArray())}return t}},Bs=class extends Wt{constructor(t,e,n,i=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Hi=new Bt,ph=new Bt,Fr=[],mh=new cn,Cf=new Bt,Es=new Jt,Ts=new Ge,ji=class extends Jt{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Bs(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,Cf)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new cn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Hi),mh.copy(t.boundingBox).applyMatrix4(Hi),this.boundingBox.union(mh)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ge),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Hi),Ts.copy(t.boundingSphere).applyMatrix4(Hi),this.boundingSphere.union(Ts)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),t.morphTexture!==null&&(this.morphTexture=t.morphTexture.clone()),t.instanceColor!==null&&(this.instanceColor=t.instanceColor.clone()),this.count=t.count,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}getColorAt(t,e){e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(t,e){let n=this.matrixWorld,i=this.count;if(Es.geometry=this.geometry,Es.material=this.material,Es.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Ts.copy(this.boundingSphere),Ts.applyMatrix4(n),t.ray.intersectsSphere(Ts)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,Hi),ph.multiplyMatrices(n,Hi),Es.matrixWorld=ph,Es.raycast(t,Fr);for(let o=0,a=Fr.length;o<a;o++){let l=Fr[o];l.instanceId=r,l.object=this,e.push(l)}Fr.length=0}}setColorAt(t,e){this.instanceColor===null&&(this.instanceColor=new Bs(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3)}setMatrixAt(t,e){e.toArray(this.instanceMatrix.array,t*16)}setMorphAt(t,e){let n=e.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new ks(new Float32Array(i*this.count),i,this.count,Io,Qe));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*t;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},yl=new P,If=new P,Pf=new Ft,Je=class{constructor(t=new P(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,i){return this.normal.set(t,e,n),this.constant=i,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let i=yl.subVectors(n,e).cross(If.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(i,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(yl),i=this.normal.dot(n);if(i===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/i;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Pf.getNormalMatrix(t),i=this.coplanarPoint(yl).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},ni=new Ge,Lf=new kt(.5,.5),Or=new P,Zi=class{constructor(t=new Je,e=new Je,n=new Je,i=new Je,r=new Je,o=new Je){this.planes=[t,e,n,i,r,o]}set(t,e,n,i,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=on,n=!1){let i=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],g=r[8],_=r[9],m=r[10],p=r[11],S=r[12],b=r[13],y=r[14],A=r[15];if(i[0].setComponents(c-o,f-h,p-g,A-S).normalize(),i[1].setComponents(c+o,f+h,p+g,A+S).normalize(),i[2].setComponents(c+a,f+u,p+_,A+b).normalize(),i[3].setComponents(c-a,f-u,p-_,A-b).normalize(),n)i[4].setComponents(l,d,m,y).normalize(),i[5].setComponents(c-l,f-d,p-m,A-y).normalize();else if(i[4].setComponents(c-l,f-d,p-m,A-y).normalize(),e===on)i[5].setComponents(c+l,f+d,p+m,A+y).normalize();else if(e===Is)i[5].setComponents(l,d,m,y).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),ni.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),ni.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(ni)}intersectsSprite(t){ni.center.set(0,0,0);let e=Lf.distanceTo(t.center);return ni.radius=.7071067811865476+e,ni.applyMatrix4(t.matrixWorld),this.intersectsSphere(ni)}intersectsSphere(t){let e=this.planes,n=t.center,i=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let i=e[n];if(Or.x=i.normal.x>0?t.max.x:t.min.x,Or.y=i.normal.y>0?t.max.y:t.min.y,Or.z=i.normal.z>0?t.max.z:t.min.z,i.distanceToPoint(Or)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};var Ji=class extends fn{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new mt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Kr=new P,Qr=new P,gh=new Bt,As=new ci,kr=new Ge,vl=new P,_h=new P,zs=class extends we{constructor(t=new $t,e=new Ji){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let i=1,r=e.count;i<r;i++)Kr.fromBufferAttribute(e,i-1),Qr.fromBufferAttribute(e,i),n[i]=n[i-1],n[i]+=Kr.distanceTo(Qr);t.setAttribute("lineDistance",new de(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,i=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),kr.copy(n.boundingSphere),kr.applyMatrix4(i),kr.radius+=r,t.ray.intersectsSphere(kr)===!1)return;gh.copy(i).invert(),As.copy(t.ray).applyMatrix4(gh);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=h.getX(_),S=h.getX(_+1),b=Br(this,t,As,l,p,S,_);b&&e.push(b)}if(this.isLineLoop){let _=h.getX(g-1),m=h.getX(f),p=Br(this,t,As,l,_,m,g-1);p&&e.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=Br(this,t,As,l,_,_+1,_);p&&e.push(p)}if(this.isLineLoop){let _=Br(this,t,As,l,g-1,f,g-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Br(s,t,e,n,i,r,o){let a=s.geometry.attributes.position;if(Kr.fromBufferAttribute(a,i),Qr.fromBufferAttribute(a,r),e.distanceSqToSegment(Kr,Qr,vl,_h)>n)return;vl.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(vl);if(!(c<t.near||c>t.far))return{distance:c,point:_h.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var Hs=class extends Ie{constructor(t,e,n=Wn,i,r,o,a=Fe,l=Fe,c,h=Gi,u=1){if(h!==Gi&&h!==ns)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Wi(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}};var Ki=class s extends $t{constructor(t=1,e=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],g=0,_=[],m=n/2,p=0;S(),o===!1&&(t>0&&b(!0),e>0&&b(!1)),this.setIndex(h),this.setAttribute("position",new de(u,3)),this.setAttribute("normal",new de(d,3)),this.setAttribute("uv",new de(f,2));function S(){let y=new P,A=new P,T=0,C=(e-t)/n;for(let D=0;D<=r;D++){let w=[],M=D/r,R=M*(e-t)+t;for(let H=0;H<=i;H++){let G=H/i,V=G*l+a,Z=Math.sin(V),q=Math.cos(V);A.x=R*Z,A.y=-M*n+m,A.z=R*q,u.push(A.x,A.y,A.z),y.set(Z,C,q).normalize(),d.push(y.x,y.y,y.z),f.push(G,1-M),w.push(g++)}_.push(w)}for(let D=0;D<i;D++)for(let w=0;w<r;w++){let M=_[w][D],R=_[w+1][D],H=_[w+1][D+1],G=_[w][D+1];(t>0||w!==0)&&(h.push(M,R,G),T+=3),(e>0||w!==r-1)&&(h.push(R,H,G),T+=3)}c.addGroup(p,T,0),p+=T}function b(y){let A=g,T=new kt,C=new P,D=0,w=y===!0?t:e,M=y===!0?1:-1;for(let H=1;H<=i;H++)u.push(0,m*M,0),d.push(0,M,0),f.push(.5,.5),g++;let R=g;for(let H=0;H<=i;H++){let V=H/i*l+a,Z=Math.cos(V),q=Math.sin(V);C.x=w*q,C.y=m*M,C.z=w*Z,u.push(C.x,C.y,C.z),d.push(0,M,0),T.x=Z*.5+.5,T.y=q*.5*M+.5,f.push(T.x,T.y),g++}for(let H=0;H<i;H++){let G=A+H,V=R+H;y===!0?h.push(V,V+1,G):h.push(V+1,V,G),D+=3}c.addGroup(p,D,y===!0?1:2),p+=D}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var to=class s extends $t{constructor(t=[],e=[],n=1,i=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:i};let r=[],o=[];a(i),c(n),h(),this.setAttribute("position",new de(r,3)),this.setAttribute("normal",new de(r.slice(),3)),this.setAttribute("uv",new de(o,2)),i===0?this.computeVertexNormals():this.normalizeNormals();function a(S){let b=new P,y=new P,A=new P;for(let T=0;T<e.length;T+=3)f(e[T+0],b),f(e[T+1],y),f(e[T+2],A),l(b,y,A,S)}function l(S,b,y,A){let T=A+1,C=[];for(let D=0;D<=T;D++){C[D]=[];let w=S.clone().lerp(y,D/T),M=b.clone().lerp(y,D/T),R=T-D;for(let H=0;H<=R;H++)H===0&&D===T?C[D][H]=w:C[D][H]=w.clone().lerp(M,H/R)}for(let D=0;D<T;D++)for(let w=0;w<2*(T-D)-1;w++){let M=Math.floor(w/2);w%2===0?(d(C[D][M+1]),d(C[D+1][M]),d(C[D][M])):(d(C[D][M+1]),d(C[D+1][M+1]),d(C[D+1][M]))}}function c(S){let b=new P;for(let y=0;y<r.length;y+=3)b.x=r[y+0],b.y=r[y+1],b.z=r[y+2],b.normalize().multiplyScalar(S),r[y+0]=b.x,r[y+1]=b.y,r[y+2]=b.z}function h(){let S=new P;for(let b=0;b<r.length;b+=3){S.x=r[b+0],S.y=r[b+1],S.z=r[b+2];let y=m(S)/2/Math.PI+.5,A=p(S)/Math.PI+.5;o.push(y,1-A)}g(),u()}function u(){for(let S=0;S<o.length;S+=6){let b=o[S+0],y=o[S+2],A=o[S+4],T=Math.max(b,y,A),C=Math.min(b,y,A);T>.9&&C<.1&&(b<.2&&(o[S+0]+=1),y<.2&&(o[S+2]+=1),A<.2&&(o[S+4]+=1))}}function d(S){r.push(S.x,S.y,S.z)}function f(S,b){let y=S*3;b.x=t[y+0],b.y=t[y+1],b.z=t[y+2]}function g(){let S=new P,b=new P,y=new P,A=new P,T=new kt,C=new kt,D=new kt;for(let w=0,M=0;w<r.length;w+=9,M+=6){S.set(r[w+0],r[w+1],r[w+2]),b.set(r[w+3],r[w+4],r[w+5]),y.set(r[w+6],r[w+7],r[w+8]),T.set(o[M+0],o[M+1]),C.set(o[M+2],o[M+3]),D.set(o[M+4],o[M+5]),A.copy(S).add(b).add(y).divideScalar(3);let R=m(A);_(T,M+0,S,R),_(C,M+2,b,R),_(D,M+4,y,R)}}function _(S,b,y,A){A<0&&S.x===1&&(o[b]=S.x-1),y.x===0&&y.z===0&&(o[b]=A/2/Math.PI+.5)}function m(S){return Math.atan2(S.z,-S.x)}function p(S){return Math.atan2(-S.y,Math.sqrt(S.x*S.x+S.z*S.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.vertices,t.indices,t.radius,t.details)}};var Vs=class s extends to{constructor(t=1,e=0){let n=(1+Math.sqrt(5))/2,i=[-1,n,0,1,n,0,-1,-n,0,1,-n,0,0,-1,n,0,1,n,0,-1,-n,0,1,-n,n,0,-1,n,0,1,-n,0,-1,-n,0,1],r=[0,11,5,0,5,1,0,1,7,0,7,10,0,10,11,1,5,9,5,11,4,11,10,2,10,7,6,7,1,8,3,9,4,3,4,2,3,2,6,3,6,8,3,8,9,4,9,5,2,4,11,6,2,10,8,6,7,9,8,1];super(i,r,t,e),this.type="IcosahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new s(t.radius,t.detail)}};var di=class s extends $t{constructor(t=1,e=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:i};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=t/a,d=e/l,f=[],g=[],_=[],m=[];for(let p=0;p<h;p++){let S=p*d-o;for(let b=0;b<c;b++){let y=b*u-r;g.push(y,-S,0),_.push(0,0,1),m.push(b/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let S=0;S<a;S++){let b=S+c*p,y=S+c*(p+1),A=S+1+c*(p+1),T=S+1+c*p;f.push(b,y,T),f.push(y,A,T)}this.setIndex(f),this.setAttribute("position",new de(g,3)),this.setAttribute("normal",new de(_,3)),this.setAttribute("uv",new de(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.widthSegments,t.heightSegments)}},Gs=class s extends $t{constructor(t=.5,e=1,n=32,i=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:t,outerRadius:e,thetaSegments:n,phiSegments:i,thetaStart:r,thetaLength:o},n=Math.max(3,n),i=Math.max(1,i);let a=[],l=[],c=[],h=[],u=t,d=(e-t)/i,f=new P,g=new kt;for(let _=0;_<=i;_++){for(let m=0;m<=n;m++){let p=r+m/n*o;f.x=u*Math.cos(p),f.y=u*Math.sin(p),l.push(f.x,f.y,f.z),c.push(0,0,1),g.x=(f.x/e+1)/2,g.y=(f.y/e+1)/2,h.push(g.x,g.y)}u+=d}for(let _=0;_<i;_++){let m=_*(n+1);for(let p=0;p<n;p++){let S=p+m,b=S,y=S+n+1,A=S+n+2,T=S+1;a.push(b,y,T),a.push(y,A,T)}}this.setIndex(a),this.setAttribute("position",new de(l,3)),this.setAttribute("normal",new de(c,3)),this.setAttribute("uv",new de(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}};var fi=class s extends $t{constructor(t=1,e=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new P,d=new P,f=[],g=[],_=[],m=[];for(let p=0;p<=n;p++){let S=[],b=p/n,y=0;p===0&&o===0?y=.5/e:p===n&&l===Math.PI&&(y=-.5/e);for(let A=0;A<=e;A++){let T=A/e;u.x=-t*Math.cos(i+T*r)*Math.sin(o+b*a),u.y=t*Math.cos(o+b*a),u.z=t*Math.sin(i+T*r)*Math.sin(o+b*a),g.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(T+y,1-b),S.push(c++)}h.push(S)}for(let p=0;p<n;p++)for(let S=0;S<e;S++){let b=h[p][S+1],y=h[p][S],A=h[p+1][S],T=h[p+1][S+1];(p!==0||o>0)&&f.push(b,y,T),(p!==n-1||l<Math.PI)&&f.push(y,A,T)}this.setIndex(f),this.setAttribute("position",new de(g,3)),this.setAttribute("normal",new de(_,3)),this.setAttribute("uv",new de(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var mn=class extends fn{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new mt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new mt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=oa,this.normalScale=new kt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ke,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},Ws=class extends mn{constructor(t){super(),this.isMeshPhysicalMaterial=!0,this.defines={STANDARD:"",PHYSICAL:""},this.type="MeshPhysicalMaterial",this.anisotropyRotation=0,this.anisotropyMap=null,this.clearcoatMap=null,this.clearcoatRoughness=0,this.clearcoatRoughnessMap=null,this.clearcoatNormalScale=new kt(1,1),this.clearcoatNormalMap=null,this.ior=1.5,Object.defineProperty(this,"reflectivity",{get:function(){return Gt(2.5*(this.ior-1)/(this.ior+1),0,1)},set:function(e){this.ior=(1+.4*e)/(1-.4*e)}}),this.iridescenceMap=null,this.iridescenceIOR=1.3,this.iridescenceThicknessRange=[100,400],this.iridescenceThicknessMap=null,this.sheenColor=new mt(0),this.sheenColorMap=null,this.sheenRoughness=1,this.sheenRoughnessMap=null,this.transmissionMap=null,this.thickness=0,this.thicknessMap=null,this.attenuationDistance=1/0,this.attenuationColor=new mt(1,1,1),this.specularIntensity=1,this.specularIntensityMap=null,this.specularColor=new mt(1,1,1),this.specularColorMap=null,this._anisotropy=0,this._clearcoat=0,this._dispersion=0,this._iridescence=0,this._sheen=0,this._transmission=0,this.setValues(t)}get anisotropy(){return this._anisotropy}set anisotropy(t){this._anisotropy>0!=t>0&&this.version++,this._anisotropy=t}get clearcoat(){return this._clearcoat}set clearcoat(t){this._clearcoat>0!=t>0&&this.version++,this._clearcoat=t}get iridescence(){return this._iridescence}set iridescence(t){this._iridescence>0!=t>0&&this.version++,this._iridescence=t}get dispersion(){return this._dispersion}set dispersion(t){this._dispersion>0!=t>0&&this.version++,this._dispersion=t}get sheen(){return this._sheen}set sheen(t){this._sheen>0!=t>0&&this.version++,this._sheen=t}get transmission(){return this._transmission}set transmission(t){this._transmission>0!=t>0&&this.version++,this._transmission=t}copy(t){return super.copy(t),this.defines={STANDARD:"",PHYSICAL:""},this.anisotropy=t.anisotropy,this.anisotropyRotation=t.anisotropyRotation,this.anisotropyMap=t.anisotropyMap,this.clearcoat=t.clearcoat,this.clearcoatMap=t.clearcoatMap,this.clearcoatRoughness=t.clearcoatRoughness,this.clearcoatRoughnessMap=t.clearcoatRoughnessMap,this.clearcoatNormalMap=t.clearcoatNormalMap,this.clearcoatNormalScale.copy(t.clearcoatNormalScale),this.dispersion=t.dispersion,this.ior=t.ior,this.iridescence=t.iridescence,this.iridescenceMap=t.iridescenceMap,this.iridescenceIOR=t.iridescenceIOR,this.iridescenceThicknessRange=[...t.iridescenceThicknessRange],this.iridescenceThicknessMap=t.iridescenceThicknessMap,this.sheen=t.sheen,this.sheenColor.copy(t.sheenColor),this.sheenColorMap=t.sheenColorMap,this.sheenRoughness=t.sheenRoughness,this.sheenRoughnessMap=t.sheenRoughnessMap,this.transmission=t.transmission,this.transmissionMap=t.transmissionMap,this.thickness=t.thickness,this.thicknessMap=t.thicknessMap,this.attenuationDistance=t.attenuationDistance,this.attenuationColor.copy(t.attenuationColor),this.specularIntensity=t.specularIntensity,this.specularIntensityMap=t.specularIntensityMap,this.specularColor.copy(t.specularColor),this.specularColorMap=t.specularColorMap,this}};var Ee=class extends fn{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new mt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new mt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=oa,this.normalScale=new kt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ke,this.combine=Mo,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},eo=class extends fn{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Kh,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},no=class extends fn{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function zr(s,t){return!s||s.constructor===t?s:typeof t.BYTES_PER_ELEMENT=="number"?new t(s):Array.prototype.slice.call(s)}function Df(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}var pi=class{constructor(t,e,n,i){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,i=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<i)){for(let a=n+2;;){if(i===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=e[++n],t<i)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(i=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,t,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=t*i;for(let o=0;o!==i;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},io=class extends pi{constructor(t,e,n,i){super(t,e,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:wl,endingEnd:wl}}intervalChanged_(t,e,n){let i=this.parameterPositions,r=t-2,o=t+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case Sl:r=t,a=2*e-n;break;case El:r=i.length-2,a=e+i[r]-i[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Sl:o=t,l=2*n-e;break;case El:o=1,l=n+i[1]-i[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(n-e)/(i-e),_=g*g,m=_*g,p=-d*m+2*d*_-d*g,S=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*g+1,b=(-1-f)*m+(1.5+f)*_+.5*g,y=f*m-f*_;for(let A=0;A!==a;++A)r[A]=p*o[h+A]+S*o[c+A]+b*o[l+A]+y*o[u+A];return r}},so=class extends pi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(i-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},ro=class extends pi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t){return this.copySampleValue_(t-1)}},Xe=class{constructor(t,e,n,i){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=zr(e,this.TimeBufferType),this.values=zr(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:zr(t.times,Array),values:zr(t.values,Array)};let i=t.getInterpolation();i!==t.DefaultInterpolation&&(n.interpolation=i)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new ro(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new so(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new io(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Rs:e=this.InterpolantFactoryMethodDiscrete;break;case Xr:e=this.InterpolantFactoryMethodLinear;break;case Hr:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Rs;case this.InterpolantFactoryMethodLinear:return Xr;case this.InterpolantFactoryMethodSmooth:return Hr}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]*=t}return this}trim(t,e){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,i=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(i!==void 0&&Df(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Hr,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let g=0;g!==n;++g){let _=e[u+g];if(_!==e[d+g]||_!==e[f+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,i=new n(this.name,t,e);return i.createInterpolant=this.createInterpolant,i}};Xe.prototype.ValueTypeName="";Xe.prototype.TimeBufferType=Float32Array;Xe.prototype.ValueBufferType=Float32Array;Xe.prototype.DefaultInterpolation=Xr;var Hn=class extends Xe{constructor(t,e,n){super(t,e,n)}};Hn.prototype.ValueTypeName="bool";Hn.prototype.ValueBufferType=Array;Hn.prototype.DefaultInterpolation=Rs;Hn.prototype.InterpolantFactoryMethodLinear=void 0;Hn.prototype.InterpolantFactoryMethodSmooth=void 0;var oo=class extends Xe{constructor(t,e,n,i){super(t,e,n,i)}};oo.prototype.ValueTypeName="color";var ao=class extends Xe{constructor(t,e,n,i){super(t,e,n,i)}};ao.prototype.ValueTypeName="number";var lo=class extends pi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(i-e),c=t*a;for(let h=c+a;c!==h;c+=4)Se.slerpFlat(r,0,o,c-a,o,c,l);return r}},Xs=class extends Xe{constructor(t,e,n,i){super(t,e,n,i)}InterpolantFactoryMethodLinear(t){return new lo(this.times,this.values,this.getValueSize(),t)}};Xs.prototype.ValueTypeName="quaternion";Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var Vn=class extends Xe{constructor(t,e,n){super(t,e,n)}};Vn.prototype.ValueTypeName="string";Vn.prototype.ValueBufferType=Array;Vn.prototype.DefaultInterpolation=Rs;Vn.prototype.InterpolantFactoryMethodLinear=void 0;Vn.prototype.InterpolantFactoryMethodSmooth=void 0;var co=class extends Xe{constructor(t,e,n,i){super(t,e,n,i)}};co.prototype.ValueTypeName="vector";var ho=class{constructor(t,e,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.abortController=new AbortController,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],g=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this.abortController=new AbortController,this}}},du=new ho,uo=class{constructor(t){this.manager=t!==void 0?t:du,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(i,r){n.load(t,i,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}abort(){return this}};uo.DEFAULT_MATERIAL_NAME="__DEFAULT";var qs=class extends we{constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new mt(t),this.intensity=e}dispose(){}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,this.groundColor!==void 0&&(e.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(e.object.distance=this.distance),this.angle!==void 0&&(e.object.angle=this.angle),this.decay!==void 0&&(e.object.decay=this.decay),this.penumbra!==void 0&&(e.object.penumbra=this.penumbra),this.shadow!==void 0&&(e.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(e.object.target=this.target.uuid),e}},Ys=class extends qs{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(we.DEFAULT_UP),this.updateMatrix(),this.groundColor=new mt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}},bl=new Bt,xh=new P,yh=new P,Rl=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new kt(512,512),this.mapType=hn,this.map=null,this.mapPass=null,this.matrix=new Bt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Zi,this._frameExtents=new kt(1,1),this._viewportCount=1,this._viewports=[new re(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera,n=this.matrix;xh.setFromMatrixPosition(t.matrixWorld),e.position.copy(xh),yh.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(yh),e.updateMatrixWorld(),bl.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),this._frustum.setFromProjectionMatrix(bl,e.coordinateSystem,e.reversedDepth),e.reversedDepth?n.set(.5,0,0,.5,0,.5,0,.5,0,0,1,0,0,0,0,1):n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(bl)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return this.intensity!==1&&(t.intensity=this.intensity),this.bias!==0&&(t.bias=this.bias),this.normalBias!==0&&(t.normalBias=this.normalBias),this.radius!==1&&(t.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(t.mapSize=this.mapSize.toArray()),t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}};var $s=class extends Ns{constructor(t=-1,e=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-t,o=n+t,a=i+e,l=i-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Cl=class extends Rl{constructor(){super(new $s(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},js=class extends qs{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(we.DEFAULT_UP),this.updateMatrix(),this.target=new we,this.shadow=new Cl}dispose(){this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}};var fo=class extends Ce{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t}};var $l="\\[\\]\\.:\\/",Uf=new RegExp("["+$l+"]","g"),jl="[^"+$l+"]",Nf="[^"+$l.replace("\\.","")+"]",Ff=/((?:WC+[\/:])*)/.source.replace("WC",jl),Of=/(WCOD+)?/.source.replace("WCOD",Nf),kf=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",jl),Bf=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",jl),zf=new RegExp("^"+Ff+Of+kf+Bf+"$"),Hf=["material","materials","bones","map"],Il=class{constructor(t,e,n){let i=n||ae.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,i)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},ae=class s{constructor(t,e,n){this.path=e,this.parsedPath=n||s.parseTrackName(e),this.node=s.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new s.Composite(t,e,n):new s(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Uf,"")}static parseTrackName(t){let e=zf.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);Hf.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},i=n(t.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)t[e++]=n[i]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,i=e.propertyName,r=e.propertyIndex;if(t||(t=s.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[i];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ae.Composite=Il;ae.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};ae.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};ae.prototype.GetterByBindingType=[ae.prototype._getValue_direct,ae.prototype._getValue_array,ae.prototype._getValue_arrayElement,ae.prototype._getValue_toArray];ae.prototype.SetterByBindingTypeAndVersioning=[[ae.prototype._setValue_direct,ae.prototype._setValue_direct_setNeedsUpdate,ae.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_array,ae.prototype._setValue_array_setNeedsUpdate,ae.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_arrayElement,ae.prototype._setValue_arrayElement_setNeedsUpdate,ae.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_fromArray,ae.prototype._setValue_fromArray_setNeedsUpdate,ae.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var qy=new Float32Array(1);var vh=new Bt,Zs=class{constructor(t,e,n=0,i=1/0){this.ray=new ci(t,e),this.near=n,this.far=i,this.camera=null,this.layers=new Xi,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return vh.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(vh),this}intersectObject(t,e=!0,n=[]){return Pl(t,this,n,e),n.sort(bh),n}intersectObjects(t,e=!0,n=[]){for(let i=0,r=t.length;i<r;i++)Pl(t[i],this,n,e);return n.sort(bh),n}};function bh(s,t){return s.distance-t.distance}function Pl(s,t,e,n){let i=!0;if(s.layers.test(t.layers)&&s.raycast(t,e)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)Pl(r[o],t,e,!0)}}function Zl(s,t,e,n){let i=Vf(n);switch(e){case zl:return s*t;case Io:return s*t/i.components*i.byteLength;case Po:return s*t/i.components*i.byteLength;case Vl:return s*t*2/i.components*i.byteLength;case Lo:return s*t*2/i.components*i.byteLength;case Hl:return s*t*3/i.components*i.byteLength;case qe:return s*t*4/i.components*i.byteLength;case Do:return s*t*4/i.components*i.byteLength;case tr:case er:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case nr:case ir:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case No:case Oo:return Math.max(s,16)*Math.max(t,8)/4;case Uo:case Fo:return Math.max(s,8)*Math.max(t,8)/2;case ko:case Bo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case zo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Ho:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Vo:return Math.floor((s+4)/5)*Math.floor((t+3)/4)*16;case Go:return Math.floor((s+4)/5)*Math.floor((t+4)/5)*16;case Wo:return Math.floor((s+5)/6)*Math.floor((t+4)/5)*16;case Xo:return Math.floor((s+5)/6)*Math.floor((t+5)/6)*16;case qo:return Math.floor((s+7)/8)*Math.floor((t+4)/5)*16;case Yo:return Math.floor((s+7)/8)*Math.floor((t+5)/6)*16;case $o:return Math.floor((s+7)/8)*Math.floor((t+7)/8)*16;case jo:return Math.floor((s+9)/10)*Math.floor((t+4)/5)*16;case Zo:return Math.floor((s+9)/10)*Math.floor((t+5)/6)*16;case Jo:return Math.floor((s+9)/10)*Math.floor((t+7)/8)*16;case Ko:return Math.floor((s+9)/10)*Math.floor((t+9)/10)*16;case Qo:return Math.floor((s+11)/12)*Math.floor((t+9)/10)*16;case ta:return Math.floor((s+11)/12)*Math.floor((t+11)/12)*16;case sr:case ea:case na:return Math.ceil(s/4)*Math.ceil(t/4)*16;case Gl:case ia:return Math.ceil(s/4)*Math.ceil(t/4)*8;case sa:case ra:return Math.ceil(s/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Vf(s){switch(s){case hn:case Ol:return{byteLength:1,components:1};case Qi:case kl:case ts:return{byteLength:2,components:1};case Ro:case Co:return{byteLength:2,components:4};case Wn:case Ao:case Qe:return{byteLength:4,components:1};case Bl:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"179"}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="179");/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */function Fu(){let s=null,t=!1,e=null,n=null;function i(r,o){e(r,o),n=s.requestAnimationFrame(i)}return{start:function(){t!==!0&&e!==null&&(n=s.requestAnimationFrame(i),t=!0)},stop:function(){s.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){s=r}}}function Wf(s){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<u.length;f++){let g=u[d],_=u[f];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,g=u.length;f<g;f++){let _=u[f];s.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(s.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var Xf=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,qf=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Yf=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,$f=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,jf=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Zf=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Jf=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Kf=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Qf=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,tp=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,ep=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,np=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ip=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,sp=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,rp=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,op=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,ap=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,lp=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,cp=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,hp=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,up=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,dp=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,fp=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,pp=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,mp=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,gp=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,_p=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,xp=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,yp=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,vp=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,bp="gl_FragColor = linearToOutputTexel( gl_FragColor );",Mp=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,wp=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,Sp=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,Ep=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Tp=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Ap=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Rp=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Cp=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ip=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Pp=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Lp=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Dp=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Up=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Np=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Fp=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,Op=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,kp=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Bp=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,zp=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Hp=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Vp=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Gp=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Wp=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Xp=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,qp=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Yp=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,$p=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,jp=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Zp=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Jp=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Kp=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Qp=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,tm=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,em=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,nm=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,im=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,sm=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,rm=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,om=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,am=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,lm=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,cm=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,hm=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,um=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,dm=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,fm=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,pm=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,mm=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,gm=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,_m=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,xm=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,ym=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,vm=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,bm=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Mm=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,wm=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Sm=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Em=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Tm=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		float depth = unpackRGBAToDepth( texture2D( depths, uv ) );
		#ifdef USE_REVERSEDEPTHBUF
			return step( depth, compare );
		#else
			return step( compare, depth );
		#endif
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow (sampler2D shadow, vec2 uv, float compare ){
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		#ifdef USE_REVERSEDEPTHBUF
			float hard_shadow = step( distribution.x, compare );
		#else
			float hard_shadow = step( compare , distribution.x );
		#endif
		if (hard_shadow != 1.0 ) {
			float distance = compare - distribution.x ;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,Am=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Rm=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Cm=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Im=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Pm=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Lm=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Dm=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Um=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Nm=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Fm=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Om=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,km=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Bm=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,zm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Hm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Vm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Gm=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Wm=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Xm=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,qm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Ym=`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,$m=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,jm=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Zm=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Jm=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSEDEPTHBUF
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Km=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Qm=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,tg=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,eg=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,ng=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,ig=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sg=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,rg=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,og=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ag=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,lg=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,cg=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,hg=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,ug=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,dg=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,fg=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,pg=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,mg=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gg=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,_g=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xg=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,yg=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,vg=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,bg=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Mg=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,wg=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Nt={alphahash_fragment:Xf,alphahash_pars_fragment:qf,alphamap_fragment:Yf,alphamap_pars_fragment:$f,alphatest_fragment:jf,alphatest_pars_fragment:Zf,aomap_fragment:Jf,aomap_pars_fragment:Kf,batching_pars_vertex:Qf,batching_vertex:tp,begin_vertex:ep,beginnormal_vertex:np,bsdfs:ip,iridescence_fragment:sp,bumpmap_pars_fragment:rp,clipping_planes_fragment:op,clipping_planes_pars_fragment:ap,clipping_planes_pars_vertex:lp,clipping_planes_vertex:cp,color_fragment:hp,color_pars_fragment:up,color_pars_vertex:dp,color_vertex:fp,common:pp,cube_uv_reflection_fragment:mp,defaultnormal_vertex:gp,displacementmap_pars_vertex:_p,displacementmap_vertex:xp,emissivemap_fragment:yp,emissivemap_pars_fragment:vp,colorspace_fragment:bp,colorspace_pars_fragment:Mp,envmap_fragment:wp,envmap_common_pars_fragment:Sp,envmap_pars_fragment:Ep,envmap_pars_vertex:Tp,envmap_physical_pars_fragment:Op,envmap_vertex:Ap,fog_vertex:Rp,fog_pars_vertex:Cp,fog_fragment:Ip,fog_pars_fragment:Pp,gradientmap_pars_fragment:Lp,lightmap_pars_fragment:Dp,lights_lambert_fragment:Up,lights_lambert_pars_fragment:Np,lights_pars_begin:Fp,lights_toon_fragment:kp,lights_toon_pars_fragment:Bp,lights_phong_fragment:zp,lights_phong_pars_fragment:Hp,lights_physical_fragment:Vp,lights_physical_pars_fragment:Gp,lights_fragment_begin:Wp,lights_fragment_maps:Xp,lights_fragment_end:qp,logdepthbuf_fragment:Yp,logdepthbuf_pars_fragment:$p,logdepthbuf_pars_vertex:jp,logdepthbuf_vertex:Zp,map_fragment:Jp,map_pars_fragment:Kp,map_particle_fragment:Qp,map_particle_pars_fragment:tm,metalnessmap_fragment:em,metalnessmap_pars_fragment:nm,morphinstance_vertex:im,morphcolor_vertex:sm,morphnormal_vertex:rm,morphtarget_pars_vertex:om,morphtarget_vertex:am,normal_fragment_begin:lm,normal_fragment_maps:cm,normal_pars_fragment:hm,normal_pars_vertex:um,normal_vertex:dm,normalmap_pars_fragment:fm,clearcoat_normal_fragment_begin:pm,clearcoat_normal_fragment_maps:mm,clearcoat_pars_fragment:gm,iridescence_pars_fragment:_m,opaque_fragment:xm,packing:ym,premultiplied_alpha_fragment:vm,project_vertex:bm,dithering_fragment:Mm,dithering_pars_fragment:wm,roughnessmap_fragment:Sm,roughnessmap_pars_fragment:Em,shadowmap_pars_fragment:Tm,shadowmap_pars_vertex:Am,shadowmap_vertex:Rm,shadowmask_pars_fragment:Cm,skinbase_vertex:Im,skinning_pars_vertex:Pm,skinning_vertex:Lm,skinnormal_vertex:Dm,specularmap_fragment:Um,specularmap_pars_fragment:Nm,tonemapping_fragment:Fm,tonemapping_pars_fragment:Om,transmission_fragment:km,transmission_pars_fragment:Bm,uv_pars_fragment:zm,uv_pars_vertex:Hm,uv_vertex:Vm,worldpos_vertex:Gm,background_vert:Wm,background_frag:Xm,backgroundCube_vert:qm,backgroundCube_frag:Ym,cube_vert:$m,cube_frag:jm,depth_vert:Zm,depth_frag:Jm,distanceRGBA_vert:Km,distanceRGBA_frag:Qm,equirect_vert:tg,equirect_frag:eg,linedashed_vert:ng,linedashed_frag:ig,meshbasic_vert:sg,meshbasic_frag:rg,meshlambert_vert:og,meshlambert_frag:ag,meshmatcap_vert:lg,meshmatcap_frag:cg,meshnormal_vert:hg,meshnormal_frag:ug,meshphong_vert:dg,meshphong_frag:fg,meshphysical_vert:pg,meshphysical_frag:mg,meshtoon_vert:gg,meshtoon_frag:_g,points_vert:xg,points_frag:yg,shadow_vert:vg,shadow_frag:bg,sprite_vert:Mg,sprite_frag:wg},ot={common:{diffuse:{value:new mt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Ft},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Ft}},envmap:{envMap:{value:null},envMapRotation:{value:new Ft},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Ft}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Ft}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Ft},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Ft},normalScale:{value:new kt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Ft},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Ft}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Ft}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Ft}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new mt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new mt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0},uvTransform:{value:new Ft}},sprite:{diffuse:{value:new mt(16777215)},opacity:{value:1},center:{value:new kt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Ft},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0}}},_n={basic:{uniforms:Pe([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.fog]),vertexShader:Nt.meshbasic_vert,fragmentShader:Nt.meshbasic_frag},lambert:{uniforms:Pe([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,ot.lights,{emissive:{value:new mt(0)}}]),vertexShader:Nt.meshlambert_vert,fragmentShader:Nt.meshlambert_frag},phong:{uniforms:Pe([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,ot.lights,{emissive:{value:new mt(0)},specular:{value:new mt(1118481)},shininess:{value:30}}]),vertexShader:Nt.meshphong_vert,fragmentShader:Nt.meshphong_frag},standard:{uniforms:Pe([ot.common,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.roughnessmap,ot.metalnessmap,ot.fog,ot.lights,{emissive:{value:new mt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Nt.meshphysical_vert,fragmentShader:Nt.meshphysical_frag},toon:{uniforms:Pe([ot.common,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.gradientmap,ot.fog,ot.lights,{emissive:{value:new mt(0)}}]),vertexShader:Nt.meshtoon_vert,fragmentShader:Nt.meshtoon_frag},matcap:{uniforms:Pe([ot.common,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,{matcap:{value:null}}]),vertexShader:Nt.meshmatcap_vert,fragmentShader:Nt.meshmatcap_frag},points:{uniforms:Pe([ot.points,ot.fog]),vertexShader:Nt.points_vert,fragmentShader:Nt.points_frag},dashed:{uniforms:Pe([ot.common,ot.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Nt.linedashed_vert,fragmentShader:Nt.linedashed_frag},depth:{uniforms:Pe([ot.common,ot.displacementmap]),vertexShader:Nt.depth_vert,fragmentShader:Nt.depth_frag},normal:{uniforms:Pe([ot.common,ot.bumpmap,ot.normalmap,ot.displacementmap,{opacity:{value:1}}]),vertexShader:Nt.meshnormal_vert,fragmentShader:Nt.meshnormal_frag},sprite:{uniforms:Pe([ot.sprite,ot.fog]),vertexShader:Nt.sprite_vert,fragmentShader:Nt.sprite_frag},background:{uniforms:{uvTransform:{value:new Ft},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Nt.background_vert,fragmentShader:Nt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Ft}},vertexShader:Nt.backgroundCube_vert,fragmentShader:Nt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Nt.cube_vert,fragmentShader:Nt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Nt.equirect_vert,fragmentShader:Nt.equirect_frag},distanceRGBA:{uniforms:Pe([ot.common,ot.displacementmap,{referencePosition:{value:new P},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Nt.distanceRGBA_vert,fragmentShader:Nt.distanceRGBA_frag},shadow:{uniforms:Pe([ot.lights,ot.fog,{color:{value:new mt(0)},opacity:{value:1}}]),vertexShader:Nt.shadow_vert,fragmentShader:Nt.shadow_frag}};_n.physical={uniforms:Pe([_n.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Ft},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Ft},clearcoatNormalScale:{value:new kt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Ft},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Ft},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Ft},sheen:{value:0},sheenColor:{value:new mt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Ft},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Ft},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Ft},transmissionSamplerSize:{value:new kt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Ft},attenuationDistance:{value:0},attenuationColor:{value:new mt(0)},specularColor:{value:new mt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Ft},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Ft},anisotropyVector:{value:new kt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Ft}}]),vertexShader:Nt.meshphysical_vert,fragmentShader:Nt.meshphysical_frag};var aa={r:0,b:0,g:0},xi=new Ke,Sg=new Bt;function Eg(s,t,e,n,i,r,o){let a=new mt(0),l=r===!0?0:1,c,h,u=null,d=0,f=null;function g(b){let y=b.isScene===!0?b.background:null;return y&&y.isTexture&&(y=(b.backgroundBlurriness>0?e:t).get(y)),y}function _(b){let y=!1,A=g(b);A===null?p(a,l):A&&A.isColor&&(p(A,1),y=!0);let T=s.xr.getEnvironmentBlendMode();T==="additive"?n.buffers.color.setClear(0,0,0,1,o):T==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(s.autoClear||y)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function m(b,y){let A=g(y);A&&(A.isCubeTexture||A.mapping===Ks)?(h===void 0&&(h=new Jt(new An(1,1,1),new We({name:"BackgroundCubeMaterial",uniforms:_i(_n.backgroundCube.uniforms),vertexShader:_n.backgroundCube.vertexShader,fragmentShader:_n.backgroundCube.fragmentShader,side:Te,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(T,C,D){this.matrixWorld.copyPosition(D.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(h)),xi.copy(y.backgroundRotation),xi.x*=-1,xi.y*=-1,xi.z*=-1,A.isCubeTexture&&A.isRenderTargetTexture===!1&&(xi.y*=-1,xi.z*=-1),h.material.uniforms.envMap.value=A,h.material.uniforms.flipEnvMap.value=A.isCubeTexture&&A.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=y.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=y.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(Sg.makeRotationFromEuler(xi)),h.material.toneMapped=qt.getTransfer(A.colorSpace)!==Qt,(u!==A||d!==A.version||f!==s.toneMapping)&&(h.material.needsUpdate=!0,u=A,d=A.version,f=s.toneMapping),h.layers.enableAll(),b.unshift(h,h.geometry,h.material,0,0,null)):A&&A.isTexture&&(c===void 0&&(c=new Jt(new di(2,2),new We({name:"BackgroundMaterial",uniforms:_i(_n.background.uniforms),vertexShader:_n.background.vertexShader,fragmentShader:_n.background.fragmentShader,side:an,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=A,c.material.uniforms.backgroundIntensity.value=y.backgroundIntensity,c.material.toneMapped=qt.getTransfer(A.colorSpace)!==Qt,A.matrixAutoUpdate===!0&&A.updateMatrix(),c.material.uniforms.uvTransform.value.copy(A.matrix),(u!==A||d!==A.version||f!==s.toneMapping)&&(c.material.needsUpdate=!0,u=A,d=A.version,f=s.toneMapping),c.layers.enableAll(),b.unshift(c,c.geometry,c.material,0,0,null))}function p(b,y){b.getRGB(aa,Yl(s)),n.buffers.color.setClear(aa.r,aa.g,aa.b,y,o)}function S(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return a},setClearColor:function(b,y=1){a.set(b),l=y,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(b){l=b,p(a,l)},render:_,addToRenderList:m,dispose:S}}function Tg(s,t){let e=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(M,R,H,G,V){let Z=!1,q=u(G,H,R);r!==q&&(r=q,c(r.object)),Z=f(M,G,H,V),Z&&g(M,G,H,V),V!==null&&t.update(V,s.ELEMENT_ARRAY_BUFFER),(Z||o)&&(o=!1,y(M,R,H,G),V!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,t.get(V).buffer))}function l(){return s.createVertexArray()}function c(M){return s.bindVertexArray(M)}function h(M){return s.deleteVertexArray(M)}function u(M,R,H){let G=H.wireframe===!0,V=n[M.id];V===void 0&&(V={},n[M.id]=V);let Z=V[R.id];Z===void 0&&(Z={},V[R.id]=Z);let q=Z[G];return q===void 0&&(q=d(l()),Z[G]=q),q}function d(M){let R=[],H=[],G=[];for(let V=0;V<e;V++)R[V]=0,H[V]=0,G[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:R,enabledAttributes:H,attributeDivisors:G,object:M,attributes:{},index:null}}function f(M,R,H,G){let V=r.attributes,Z=R.attributes,q=0,nt=H.getAttributes();for(let W in nt)if(nt[W].location>=0){let dt=V[W],St=Z[W];if(St===void 0&&(W==="instanceMatrix"&&M.instanceMatrix&&(St=M.instanceMatrix),W==="instanceColor"&&M.instanceColor&&(St=M.instanceColor)),dt===void 0||dt.attribute!==St||St&&dt.data!==St.data)return!0;q++}return r.attributesNum!==q||r.index!==G}function g(M,R,H,G){let V={},Z=R.attributes,q=0,nt=H.getAttributes();for(let W in nt)if(nt[W].location>=0){let dt=Z[W];dt===void 0&&(W==="instanceMatrix"&&M.instanceMatrix&&(dt=M.instanceMatrix),W==="instanceColor"&&M.instanceColor&&(dt=M.instanceColor));let St={};St.attribute=dt,dt&&dt.data&&(St.data=dt.data),V[W]=St,q++}r.attributes=V,r.attributesNum=q,r.index=G}function _(){let M=r.newAttributes;for(let R=0,H=M.length;R<H;R++)M[R]=0}function m(M){p(M,0)}function p(M,R){let H=r.newAttributes,G=r.enabledAttributes,V=r.attributeDivisors;H[M]=1,G[M]===0&&(s.enableVertexAttribArray(M),G[M]=1),V[M]!==R&&(s.vertexAttribDivisor(M,R),V[M]=R)}function S(){let M=r.newAttributes,R=r.enabledAttributes;for(let H=0,G=R.length;H<G;H++)R[H]!==M[H]&&(s.disableVertexAttribArray(H),R[H]=0)}function b(M,R,H,G,V,Z,q){q===!0?s.vertexAttribIPointer(M,R,H,V,Z):s.vertexAttribPointer(M,R,H,G,V,Z)}function y(M,R,H,G){_();let V=G.attributes,Z=H.getAttributes(),q=R.defaultAttributeValues;for(let nt in Z){let W=Z[nt];if(W.location>=0){let at=V[nt];if(at===void 0&&(nt==="instanceMatrix"&&M.instanceMatrix&&(at=M.instanceMatrix),nt==="instanceColor"&&M.instanceColor&&(at=M.instanceColor)),at!==void 0){let dt=at.normalized,St=at.itemSize,zt=t.get(at);if(zt===void 0)continue;let le=zt.buffer,ee=zt.type,$=zt.bytesPerElement,lt=ee===s.INT||ee===s.UNSIGNED_INT||at.gpuType===Ao;if(at.isInterleavedBufferAttribute){let st=at.data,Rt=st.stride,Ct=at.offset;if(st.isInstancedInterleavedBuffer){for(let Dt=0;Dt<W.locationSize;Dt++)p(W.location+Dt,st.meshPerAttribute);M.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=st.meshPerAttribute*st.count)}else for(let Dt=0;Dt<W.locationSize;Dt++)m(W.location+Dt);s.bindBuffer(s.ARRAY_BUFFER,le);for(let Dt=0;Dt<W.locationSize;Dt++)b(W.location+Dt,St/W.locationSize,ee,dt,Rt*$,(Ct+St/W.locationSize*Dt)*$,lt)}else{if(at.isInstancedBufferAttribute){for(let st=0;st<W.locationSize;st++)p(W.location+st,at.meshPerAttribute);M.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=at.meshPerAttribute*at.count)}else for(let st=0;st<W.locationSize;st++)m(W.location+st);s.bindBuffer(s.ARRAY_BUFFER,le);for(let st=0;st<W.locationSize;st++)b(W.location+st,St/W.locationSize,ee,dt,St*$,St/W.locationSize*st*$,lt)}}else if(q!==void 0){let dt=q[nt];if(dt!==void 0)switch(dt.length){case 2:s.vertexAttrib2fv(W.location,dt);break;case 3:s.vertexAttrib3fv(W.location,dt);break;case 4:s.vertexAttrib4fv(W.location,dt);break;default:s.vertexAttrib1fv(W.location,dt)}}}}S()}function A(){D();for(let M in n){let R=n[M];for(let H in R){let G=R[H];for(let V in G)h(G[V].object),delete G[V];delete R[H]}delete n[M]}}function T(M){if(n[M.id]===void 0)return;let R=n[M.id];for(let H in R){let G=R[H];for(let V in G)h(G[V].object),delete G[V];delete R[H]}delete n[M.id]}function C(M){for(let R in n){let H=n[R];if(H[M.id]===void 0)continue;let G=H[M.id];for(let V in G)h(G[V].object),delete G[V];delete H[M.id]}}function D(){w(),o=!0,r!==i&&(r=i,c(r.object))}function w(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:D,resetDefaultState:w,dispose:A,releaseStatesOfGeometry:T,releaseStatesOfProgram:C,initAttributes:_,enableAttribute:m,disableUnusedAttributes:S}}function Ag(s,t,e){let n;function i(c){n=c}function r(c,h){s.drawArrays(n,c,h),e.update(h,n,1)}function o(c,h,u){u!==0&&(s.drawArraysInstanced(n,c,h,u),e.update(h,n,u))}function a(c,h,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,u);let f=0;for(let g=0;g<u;g++)f+=h[g];e.update(f,n,1)}function l(c,h,u,d){if(u===0)return;let f=t.get("WEBGL_multi_draw");if(f===null)for(let g=0;g<c.length;g++)o(c[g],h[g],d[g]);else{f.multiDrawArraysInstancedWEBGL(n,c,0,h,0,d,0,u);let g=0;for(let _=0;_<u;_++)g+=h[_]*d[_];e.update(g,n,1)}}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function Rg(s,t,e,n){let i;function r(){if(i!==void 0)return i;if(t.has("EXT_texture_filter_anisotropic")===!0){let C=t.get("EXT_texture_filter_anisotropic");i=s.getParameter(C.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(C){return!(C!==qe&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(C){let D=C===ts&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(C!==hn&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE)&&C!==Qe&&!D)}function l(C){if(C==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";C="mediump"}return C==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.logarithmicDepthBuffer===!0,d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),g=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=s.getParameter(s.MAX_TEXTURE_SIZE),m=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),p=s.getParameter(s.MAX_VERTEX_ATTRIBS),S=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),b=s.getParameter(s.MAX_VARYING_VECTORS),y=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),A=g>0,T=s.getParameter(s.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:S,maxVaryings:b,maxFragmentUniforms:y,vertexTextures:A,maxSamples:T}}function Cg(s){let t=this,e=null,n=0,i=!1,r=!1,o=new Je,a=new Ft,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let g=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,p=s.get(u);if(!i||g===null||g.length===0||r&&!m)r?h(null):c();else{let S=r?0:n,b=S*4,y=p.clippingState||null;l.value=y,y=h(g,d,b,f);for(let A=0;A!==b;++A)y[A]=e[A];p.clippingState=y,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,g){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let p=f+_*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(m===null||m.length<p)&&(m=new Float32Array(p));for(let b=0,y=f;b!==_;++b,y+=4)o.copy(u[b]).applyMatrix4(S,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}function Ig(s){let t=new WeakMap;function e(o,a){return a===So?o.mapping=mi:a===Eo&&(o.mapping=gi),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===So||a===Eo)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new Jr(l.height);return c.fromEquirectangularTexture(s,o),t.set(o,c),o.addEventListener("dispose",i),e(c.texture,o.mapping)}else return null}}return o}function i(o){let a=o.target;a.removeEventListener("dispose",i);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var rs=4,fu=[.125,.215,.35,.446,.526,.582],bi=20,Jl=new $s,pu=new mt,Kl=null,Ql=0,tc=0,ec=!1,vi=(1+Math.sqrt(5))/2,ss=1/vi,mu=[new P(-vi,ss,0),new P(vi,ss,0),new P(-ss,0,vi),new P(ss,0,vi),new P(0,vi,-ss),new P(0,vi,ss),new P(-1,1,-1),new P(1,1,-1),new P(-1,1,1),new P(1,1,1)],Pg=new P,as=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,i=100,r={}){let{size:o=256,position:a=Pg}=r;Kl=this._renderer.getRenderTarget(),Ql=this._renderer.getActiveCubeFace(),tc=this._renderer.getActiveMipmapLevel(),ec=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(o);let l=this._allocateTargets();return l.depthBuffer=!0,this._sceneToCubeUV(t,n,i,l,a),e>0&&this._blur(l,0,0,e),this._applyPMREM(l),this._cleanup(l),l}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=xu(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=_u(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(Kl,Ql,tc),this._renderer.xr.enabled=ec,t.scissorTest=!1,la(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===mi||t.mapping===gi?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),Kl=this._renderer.getRenderTarget(),Ql=this._renderer.getActiveCubeFace(),tc=this._renderer.getActiveMipmapLevel(),ec=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:ln,minFilter:ln,generateMipmaps:!1,type:ts,format:qe,colorSpace:ai,depthBuffer:!1},i=gu(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=gu(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=Lg(r)),this._blurMaterial=Dg(r,t,e)}return i}_compileMaterial(t){let e=new Jt(this._lodPlanes[0],t);this._renderer.compile(e,Jl)}_sceneToCubeUV(t,e,n,i,r){let l=new Ce(90,1,e,n),c=[1,-1,1,1,1,1],h=[1,1,1,-1,-1,-1],u=this._renderer,d=u.autoClear,f=u.toneMapping;u.getClearColor(pu),u.toneMapping=Cn,u.autoClear=!1,u.state.buffers.depth.getReversed()&&(u.setRenderTarget(i),u.clearDepth(),u.setRenderTarget(null));let _=new pn({name:"PMREM.Background",side:Te,depthWrite:!1,depthTest:!1}),m=new Jt(new An,_),p=!1,S=t.background;S?S.isColor&&(_.color.copy(S),t.background=null,p=!0):(_.color.copy(pu),p=!0);for(let b=0;b<6;b++){let y=b%3;y===0?(l.up.set(0,c[b],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x+h[b],r.y,r.z)):y===1?(l.up.set(0,0,c[b]),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y+h[b],r.z)):(l.up.set(0,c[b],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y,r.z+h[b]));let A=this._cubeSize;la(i,y*A,b>2?A:0,A,A),u.setRenderTarget(i),p&&u.render(m,l),u.render(t,l)}m.geometry.dispose(),m.material.dispose(),u.toneMapping=f,u.autoClear=d,t.background=S}_textureToCubeUV(t,e){let n=this._renderer,i=t.mapping===mi||t.mapping===gi;i?(this._cubemapMaterial===null&&(this._cubemapMaterial=xu()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=_u());let r=i?this._cubemapMaterial:this._equirectMaterial,o=new Jt(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;la(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,Jl)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let i=this._lodPlanes.length;for(let r=1;r<i;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=mu[(i-r-1)%mu.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,i,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,i,"latitudinal",r),this._halfBlur(o,t,n,n,i,"longitudinal",r)}_halfBlur(t,e,n,i,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,u=new Jt(this._lodPlanes[i],c),d=c.uniforms,f=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*f):2*Math.PI/(2*bi-1),_=r/g,m=isFinite(r)?1+Math.floor(h*_):bi;m>bi&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${bi}`);let p=[],S=0;for(let C=0;C<bi;++C){let D=C/_,w=Math.exp(-D*D/2);p.push(w),C===0?S+=w:C<m&&(S+=2*w)}for(let C=0;C<p.length;C++)p[C]=p[C]/S;d.envMap.value=t.texture,d.samples.value=m,d.weights.value=p,d.latitudinal.value=o==="latitudinal",a&&(d.poleAxis.value=a);let{_lodMax:b}=this;d.dTheta.value=g,d.mipInt.value=b-n;let y=this._sizeLods[i],A=3*y*(i>b-rs?i-b+rs:0),T=4*(this._cubeSize-y);la(e,A,T,3*y,2*y),l.setRenderTarget(e),l.render(u,Jl)}};function Lg(s){let t=[],e=[],n=[],i=s,r=s-rs+1+fu.length;for(let o=0;o<r;o++){let a=Math.pow(2,i);e.push(a);let l=1/a;o>s-rs?l=fu[o-s+rs-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,u=1+c,d=[h,h,u,h,u,u,h,h,u,u,h,u],f=6,g=6,_=3,m=2,p=1,S=new Float32Array(_*g*f),b=new Float32Array(m*g*f),y=new Float32Array(p*g*f);for(let T=0;T<f;T++){let C=T%3*2/3-1,D=T>2?0:-1,w=[C,D,0,C+2/3,D,0,C+2/3,D+1,0,C,D,0,C+2/3,D+1,0,C,D+1,0];S.set(w,_*g*T),b.set(d,m*g*T);let M=[T,T,T,T,T,T];y.set(M,p*g*T)}let A=new $t;A.setAttribute("position",new Wt(S,_)),A.setAttribute("uv",new Wt(b,m)),A.setAttribute("faceIndex",new Wt(y,p)),t.push(A),i>rs&&i--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function gu(s,t,e){let n=new dn(s,t,e);return n.texture.mapping=Ks,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function la(s,t,e,n,i){s.viewport.set(t,e,n,i),s.scissor.set(t,e,n,i)}function Dg(s,t,e){let n=new Float32Array(bi),i=new P(0,1,0);return new We({name:"SphericalGaussianBlur",defines:{n:bi,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${s}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:i}},vertexShader:uc(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:Rn,depthTest:!1,depthWrite:!1})}function _u(){return new We({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:uc(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:Rn,depthTest:!1,depthWrite:!1})}function xu(){return new We({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:uc(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:Rn,depthTest:!1,depthWrite:!1})}function uc(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function Ug(s){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===So||l===Eo,h=l===mi||l===gi;if(c||h){let u=t.get(a),d=u!==void 0?u.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==d)return e===null&&(e=new as(s)),u=c?e.fromEquirectangular(a,u):e.fromCubemap(a,u),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),u.texture;if(u!==void 0)return u.texture;{let f=a.image;return c&&f&&f.height>0||h&&f&&i(f)?(e===null&&(e=new as(s)),u=c?e.fromEquirectangular(a):e.fromCubemap(a),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),a.addEventListener("dispose",r),u.texture):null}}}return a}function i(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function Ng(s){let t={};function e(n){if(t[n]!==void 0)return t[n];let i;switch(n){case"WEBGL_depth_texture":i=s.getExtension("WEBGL_depth_texture")||s.getExtension("MOZ_WEBGL_depth_texture")||s.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":i=s.getExtension("EXT_texture_filter_anisotropic")||s.getExtension("MOZ_EXT_texture_filter_anisotropic")||s.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":i=s.getExtension("WEBGL_compressed_texture_s3tc")||s.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":i=s.getExtension("WEBGL_compressed_texture_pvrtc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:i=s.getExtension(n)}return t[n]=i,i}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let i=e(n);return i===null&&li("THREE.WebGLRenderer: "+n+" extension not supported."),i}}}function Fg(s,t,e,n){let i={},r=new WeakMap;function o(u){let d=u.target;d.index!==null&&t.remove(d.index);for(let g in d.attributes)t.remove(d.attributes[g]);d.removeEventListener("dispose",o),delete i[d.id];let f=r.get(d);f&&(t.remove(f),r.delete(d)),n.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,e.memory.geometries--}function a(u,d){return i[d.id]===!0||(d.addEventListener("dispose",o),i[d.id]=!0,e.memory.geometries++),d}function l(u){let d=u.attributes;for(let f in d)t.update(d[f],s.ARRAY_BUFFER)}function c(u){let d=[],f=u.index,g=u.attributes.position,_=0;if(f!==null){let S=f.array;_=f.version;for(let b=0,y=S.length;b<y;b+=3){let A=S[b+0],T=S[b+1],C=S[b+2];d.push(A,T,T,C,C,A)}}else if(g!==void 0){let S=g.array;_=g.version;for(let b=0,y=S.length/3-1;b<y;b+=3){let A=b+0,T=b+1,C=b+2;d.push(A,T,T,C,C,A)}}else return;let m=new(ql(d)?Us:Ds)(d,1);m.version=_;let p=r.get(u);p&&t.remove(p),r.set(u,m)}function h(u){let d=r.get(u);if(d){let f=u.index;f!==null&&d.version<f.version&&c(u)}else c(u);return r.get(u)}return{get:a,update:l,getWireframeAttribute:h}}function Og(s,t,e){let n;function i(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,f){s.drawElements(n,f,r,d*o),e.update(f,n,1)}function c(d,f,g){g!==0&&(s.drawElementsInstanced(n,f,r,d*o,g),e.update(f,n,g))}function h(d,f,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,d,0,g);let m=0;for(let p=0;p<g;p++)m+=f[p];e.update(m,n,1)}function u(d,f,g,_){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<d.length;p++)c(d[p]/o,f[p],_[p]);else{m.multiDrawElementsInstancedWEBGL(n,f,0,r,d,0,_,0,g);let p=0;for(let S=0;S<g;S++)p+=f[S]*_[S];e.update(p,n,1)}}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=u}function kg(s){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case s.TRIANGLES:e.triangles+=a*(r/3);break;case s.LINES:e.lines+=a*(r/2);break;case s.LINE_STRIP:e.lines+=a*(r-1);break;case s.LINE_LOOP:e.lines+=a*r;break;case s.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function i(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:i,update:n}}function Bg(s,t,e){let n=new WeakMap,i=new re;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let w=function(){C.dispose(),n.delete(a),a.removeEventListener("dispose",w)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],b=0;f===!0&&(b=1),g===!0&&(b=2),_===!0&&(b=3);let y=a.attributes.position.count*b,A=1;y>t.maxTextureSize&&(A=Math.ceil(y/t.maxTextureSize),y=t.maxTextureSize);let T=new Float32Array(y*A*4*u),C=new Ls(T,y,A,u);C.type=Qe,C.needsUpdate=!0;let D=b*4;for(let M=0;M<u;M++){let R=m[M],H=p[M],G=S[M],V=y*A*4*M;for(let Z=0;Z<R.count;Z++){let q=Z*D;f===!0&&(i.fromBufferAttribute(R,Z),T[V+q+0]=i.x,T[V+q+1]=i.y,T[V+q+2]=i.z,T[V+q+3]=0),g===!0&&(i.fromBufferAttribute(H,Z),T[V+q+4]=i.x,T[V+q+5]=i.y,T[V+q+6]=i.z,T[V+q+7]=0),_===!0&&(i.fromBufferAttribute(G,Z),T[V+q+8]=i.x,T[V+q+9]=i.y,T[V+q+10]=i.z,T[V+q+11]=G.itemSize===4?i.w:1)}}d={count:u,texture:C,size:new kt(y,A)},n.set(a,d),a.addEventListener("dispose",w)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,e);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",g),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function zg(s,t,e,n){let i=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,u=t.get(l,h);if(i.get(u)!==c&&(t.update(u),i.set(u,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),i.get(l)!==c&&(e.update(l.instanceMatrix,s.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,s.ARRAY_BUFFER),i.set(l,c))),l.isSkinnedMesh){let d=l.skeleton;i.get(d)!==c&&(d.update(),i.set(d,c))}return u}function o(){i=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var Ou=new Ie,yu=new Hs(1,1),ku=new Ls,Bu=new jr,zu=new Fs,vu=[],bu=[],Mu=new Float32Array(16),wu=new Float32Array(9),Su=new Float32Array(4);function ls(s,t,e){let n=s[0];if(n<=0||n>0)return s;let i=t*e,r=vu[i];if(r===void 0&&(r=new Float32Array(i),vu[i]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,s[o].toArray(r,a)}return r}function ye(s,t){if(s.length!==t.length)return!1;for(let e=0,n=s.length;e<n;e++)if(s[e]!==t[e])return!1;return!0}function ve(s,t){for(let e=0,n=t.length;e<n;e++)s[e]=t[e]}function da(s,t){let e=bu[t];e===void 0&&(e=new Int32Array(t),bu[t]=e);for(let n=0;n!==t;++n)e[n]=s.allocateTextureUnit();return e}function Hg(s,t){let e=this.cache;e[0]!==t&&(s.uniform1f(this.addr,t),e[0]=t)}function Vg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2fv(this.addr,t),ve(e,t)}}function Gg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(s.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(ye(e,t))return;s.uniform3fv(this.addr,t),ve(e,t)}}function Wg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4fv(this.addr,t),ve(e,t)}}function Xg(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix2fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;Su.set(n),s.uniformMatrix2fv(this.addr,!1,Su),ve(e,n)}}function qg(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix3fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;wu.set(n),s.uniformMatrix3fv(this.addr,!1,wu),ve(e,n)}}function Yg(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix4fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;Mu.set(n),s.uniformMatrix4fv(this.addr,!1,Mu),ve(e,n)}}function $g(s,t){let e=this.cache;e[0]!==t&&(s.uniform1i(this.addr,t),e[0]=t)}function jg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2iv(this.addr,t),ve(e,t)}}function Zg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(ye(e,t))return;s.uniform3iv(this.addr,t),ve(e,t)}}function Jg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4iv(this.addr,t),ve(e,t)}}function Kg(s,t){let e=this.cache;e[0]!==t&&(s.uniform1ui(this.addr,t),e[0]=t)}function Qg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2uiv(this.addr,t),ve(e,t)}}function t0(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(ye(e,t))return;s.uniform3uiv(this.addr,t),ve(e,t)}}function e0(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4uiv(this.addr,t),ve(e,t)}}function n0(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?(yu.compareFunction=Wl,r=yu):r=Ou,e.setTexture2D(t||r,i)}function i0(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture3D(t||Bu,i)}function s0(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTextureCube(t||zu,i)}function r0(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture2DArray(t||ku,i)}function o0(s){switch(s){case 5126:return Hg;case 35664:return Vg;case 35665:return Gg;case 35666:return Wg;case 35674:return Xg;case 35675:return qg;case 35676:return Yg;case 5124:case 35670:return $g;case 35667:case 35671:return jg;case 35668:case 35672:return Zg;case 35669:case 35673:return Jg;case 5125:return Kg;case 36294:return Qg;case 36295:return t0;case 36296:return e0;case 35678:case 36198:case 36298:case 36306:case 35682:return n0;case 35679:case 36299:case 36307:return i0;case 35680:case 36300:case 36308:case 36293:return s0;case 36289:case 36303:case 36311:case 36292:return r0}}function a0(s,t){s.uniform1fv(this.addr,t)}function l0(s,t){let e=ls(t,this.size,2);s.uniform2fv(this.addr,e)}function c0(s,t){let e=ls(t,this.size,3);s.uniform3fv(this.addr,e)}function h0(s,t){let e=ls(t,this.size,4);s.uniform4fv(this.addr,e)}function u0(s,t){let e=ls(t,this.size,4);s.uniformMatrix2fv(this.addr,!1,e)}function d0(s,t){let e=ls(t,this.size,9);s.uniformMatrix3fv(this.addr,!1,e)}function f0(s,t){let e=ls(t,this.size,16);s.uniformMatrix4fv(this.addr,!1,e)}function p0(s,t){s.uniform1iv(this.addr,t)}function m0(s,t){s.uniform2iv(this.addr,t)}function g0(s,t){s.uniform3iv(this.addr,t)}function _0(s,t){s.uniform4iv(this.addr,t)}function x0(s,t){s.uniform1uiv(this.addr,t)}function y0(s,t){s.uniform2uiv(this.addr,t)}function v0(s,t){s.uniform3uiv(this.addr,t)}function b0(s,t){s.uniform4uiv(this.addr,t)}function M0(s,t,e){let n=this.cache,i=t.length,r=da(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture2D(t[o]||Ou,r[o])}function w0(s,t,e){let n=this.cache,i=t.length,r=da(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture3D(t[o]||Bu,r[o])}function S0(s,t,e){let n=this.cache,i=t.length,r=da(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTextureCube(t[o]||zu,r[o])}function E0(s,t,e){let n=this.cache,i=t.length,r=da(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture2DArray(t[o]||ku,r[o])}function T0(s){switch(s){case 5126:return a0;case 35664:return l0;case 35665:return c0;case 35666:return h0;case 35674:return u0;case 35675:return d0;case 35676:return f0;case 5124:case 35670:return p0;case 35667:case 35671:return m0;case 35668:case 35672:return g0;case 35669:case 35673:return _0;case 5125:return x0;case 36294:return y0;case 36295:return v0;case 36296:return b0;case 35678:case 36198:case 36298:case 36306:case 35682:return M0;case 35679:case 36299:case 36307:return w0;case 35680:case 36300:case 36308:case 36293:return S0;case 36289:case 36303:case 36311:case 36292:return E0}}var ic=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=o0(e.type)}},sc=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=T0(e.type)}},rc=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(t,e[a.id],n)}}},nc=/(\w+)(\])?(\[|\.)?/g;function Eu(s,t){s.seq.push(t),s.map[t.id]=t}function A0(s,t,e){let n=s.name,i=n.length;for(nc.lastIndex=0;;){let r=nc.exec(n),o=nc.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){Eu(e,c===void 0?new ic(a,s,t):new sc(a,s,t));break}else{let u=e.map[a];u===void 0&&(u=new rc(a),Eu(e,u)),e=u}}}var os=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let i=0;i<n;++i){let r=t.getActiveUniform(e,i),o=t.getUniformLocation(e,r.name);A0(r,o,this)}}setValue(t,e,n,i){let r=this.map[e];r!==void 0&&r.setValue(t,n,i)}setOptional(t,e,n){let i=e[n];i!==void 0&&this.setValue(t,n,i)}static upload(t,e,n,i){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,i)}}static seqWithValue(t,e){let n=[];for(let i=0,r=t.length;i!==r;++i){let o=t[i];o.id in e&&n.push(o)}return n}};function Tu(s,t,e){let n=s.createShader(t);return s.shaderSource(n,e),s.compileShader(n),n}var R0=37297,C0=0;function I0(s,t){let e=s.split(`
`),n=[],i=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Au=new Ft;function P0(s){qt._getMatrix(Au,qt.workingColorSpace,s);let t=`mat3( ${Au.elements.map(e=>e.toFixed(4))} )`;switch(qt.getTransfer(s)){case Cs:return[t,"LinearTransferOETF"];case Qt:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",s),[t,"LinearTransferOETF"]}}function Ru(s,t,e){let n=s.getShaderParameter(t,s.COMPILE_STATUS),r=(s.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+I0(s.getShaderSource(t),a)}else return r}function L0(s,t){let e=P0(t);return[`vec4 ${s}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function D0(s,t){let e;switch(t){case Wh:e="Linear";break;case Xh:e="Reinhard";break;case qh:e="Cineon";break;case Yh:e="ACESFilmic";break;case jh:e="AgX";break;case wo:e="Neutral";break;case $h:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+s+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var ca=new P;function U0(){qt.getLuminanceCoefficients(ca);let s=ca.x.toFixed(4),t=ca.y.toFixed(4),e=ca.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function N0(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(or).join(`
`)}function F0(s){let t=[];for(let e in s){let n=s[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function O0(s,t){let e={},n=s.getProgramParameter(t,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(t,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:s.getAttribLocation(t,o),locationSize:a}}return e}function or(s){return s!==""}function Cu(s,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return s.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function Iu(s,t){return s.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var k0=/^[ \t]*#include +<([\w\d./]+)>/gm;function oc(s){return s.replace(k0,z0)}var B0=new Map;function z0(s,t){let e=Nt[t];if(e===void 0){let n=B0.get(t);if(n!==void 0)e=Nt[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return oc(e)}var H0=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Pu(s){return s.replace(H0,V0)}function V0(s,t,e,n){let i="";for(let r=parseInt(t);r<parseInt(e);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function Lu(s){let t=`precision ${s.precision} float;
	precision ${s.precision} int;
	precision ${s.precision} sampler2D;
	precision ${s.precision} samplerCube;
	precision ${s.precision} sampler3D;
	precision ${s.precision} sampler2DArray;
	precision ${s.precision} sampler2DShadow;
	precision ${s.precision} samplerCubeShadow;
	precision ${s.precision} sampler2DArrayShadow;
	precision ${s.precision} isampler2D;
	precision ${s.precision} isampler3D;
	precision ${s.precision} isamplerCube;
	precision ${s.precision} isampler2DArray;
	precision ${s.precision} usampler2D;
	precision ${s.precision} usampler3D;
	precision ${s.precision} usamplerCube;
	precision ${s.precision} usampler2DArray;
	`;return s.precision==="highp"?t+=`
#define HIGH_PRECISION`:s.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function G0(s){let t="SHADOWMAP_TYPE_BASIC";return s.shadowMapType===Js?t="SHADOWMAP_TYPE_PCF":s.shadowMapType===po?t="SHADOWMAP_TYPE_PCF_SOFT":s.shadowMapType===gn&&(t="SHADOWMAP_TYPE_VSM"),t}function W0(s){let t="ENVMAP_TYPE_CUBE";if(s.envMap)switch(s.envMapMode){case mi:case gi:t="ENVMAP_TYPE_CUBE";break;case Ks:t="ENVMAP_TYPE_CUBE_UV";break}return t}function X0(s){let t="ENVMAP_MODE_REFLECTION";if(s.envMap)switch(s.envMapMode){case gi:t="ENVMAP_MODE_REFRACTION";break}return t}function q0(s){let t="ENVMAP_BLENDING_NONE";if(s.envMap)switch(s.combine){case Mo:t="ENVMAP_BLENDING_MULTIPLY";break;case Vh:t="ENVMAP_BLENDING_MIX";break;case Gh:t="ENVMAP_BLENDING_ADD";break}return t}function Y0(s){let t=s.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),112)),texelHeight:n,maxMip:e}}function $0(s,t,e,n){let i=s.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=G0(e),c=W0(e),h=X0(e),u=q0(e),d=Y0(e),f=N0(e),g=F0(r),_=i.createProgram(),m,p,S=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(or).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(or).join(`
`),p.length>0&&(p+=`
`)):(m=[Lu(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(or).join(`
`),p=[Lu(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",d?"#define CUBEUV_TEXEL_WIDTH "+d.texelWidth:"",d?"#define CUBEUV_TEXEL_HEIGHT "+d.texelHeight:"",d?"#define CUBEUV_MAX_MIP "+d.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Cn?"#define TONE_MAPPING":"",e.toneMapping!==Cn?Nt.tonemapping_pars_fragment:"",e.toneMapping!==Cn?D0("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Nt.colorspace_pars_fragment,L0("linearToOutputTexel",e.outputColorSpace),U0(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(or).join(`
`)),o=oc(o),o=Cu(o,e),o=Iu(o,e),a=oc(a),a=Cu(a,e),a=Iu(a,e),o=Pu(o),a=Pu(a),e.isRawShaderMaterial!==!0&&(S=`#version 300 es
`,m=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===Xl?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Xl?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let b=S+m+o,y=S+p+a,A=Tu(i,i.VERTEX_SHADER,b),T=Tu(i,i.FRAGMENT_SHADER,y);i.attachShader(_,A),i.attachShader(_,T),e.index0AttributeName!==void 0?i.bindAttribLocation(_,0,e.index0AttributeName):e.morphTargets===!0&&i.bindAttribLocation(_,0,"position"),i.linkProgram(_);function C(R){if(s.debug.checkShaderErrors){let H=i.getProgramInfoLog(_)||"",G=i.getShaderInfoLog(A)||"",V=i.getShaderInfoLog(T)||"",Z=H.trim(),q=G.trim(),nt=V.trim(),W=!0,at=!0;if(i.getProgramParameter(_,i.LINK_STATUS)===!1)if(W=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,_,A,T);else{let dt=Ru(i,A,"vertex"),St=Ru(i,T,"fragment");console.error("THREE.WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(_,i.VALIDATE_STATUS)+`

Material Name: `+R.name+`
Material Type: `+R.type+`

Program Info Log: `+Z+`
`+dt+`
`+St)}else Z!==""?console.warn("THREE.WebGLProgram: Program Info Log:",Z):(q===""||nt==="")&&(at=!1);at&&(R.diagnostics={runnable:W,programLog:Z,vertexShader:{log:q,prefix:m},fragmentShader:{log:nt,prefix:p}})}i.deleteShader(A),i.deleteShader(T),D=new os(i,_),w=O0(i,_)}let D;this.getUniforms=function(){return D===void 0&&C(this),D};let w;this.getAttributes=function(){return w===void 0&&C(this),w};let M=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return M===!1&&(M=i.getProgramParameter(_,R0)),M},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=C0++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=A,this.fragmentShader=T,this}var j0=0,ac=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,i=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(i)===!1&&(o.add(i),i.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new lc(t),e.set(t,n)),n}},lc=class{constructor(t){this.id=j0++,this.code=t,this.usedTimes=0}};function Z0(s,t,e,n,i,r,o){let a=new Xi,l=new ac,c=new Set,h=[],u=i.logarithmicDepthBuffer,d=i.vertexTextures,f=i.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function _(w){return c.add(w),w===0?"uv":`uv${w}`}function m(w,M,R,H,G){let V=H.fog,Z=G.geometry,q=w.isMeshStandardMaterial?H.environment:null,nt=(w.isMeshStandardMaterial?e:t).get(w.envMap||q),W=nt&&nt.mapping===Ks?nt.image.height:null,at=g[w.type];w.precision!==null&&(f=i.getMaxPrecision(w.precision),f!==w.precision&&console.warn("THREE.WebGLProgram.getParameters:",w.precision,"not supported, using",f,"instead."));let dt=Z.morphAttributes.position||Z.morphAttributes.normal||Z.morphAttributes.color,St=dt!==void 0?dt.length:0,zt=0;Z.morphAttributes.position!==void 0&&(zt=1),Z.morphAttributes.normal!==void 0&&(zt=2),Z.morphAttributes.color!==void 0&&(zt=3);let le,ee,$,lt;if(at){let Kt=_n[at];le=Kt.vertexShader,ee=Kt.fragmentShader}else le=w.vertexShader,ee=w.fragmentShader,l.update(w),$=l.getVertexShaderID(w),lt=l.getFragmentShaderID(w);let st=s.getRenderTarget(),Rt=s.state.buffers.depth.getReversed(),Ct=G.isInstancedMesh===!0,Dt=G.isBatchedMesh===!0,me=!!w.map,Xt=!!w.matcap,I=!!nt,ie=!!w.aoMap,Tt=!!w.lightMap,Zt=!!w.bumpMap,wt=!!w.normalMap,ce=!!w.displacementMap,gt=!!w.emissiveMap,Ht=!!w.metalnessMap,be=!!w.roughnessMap,ge=w.anisotropy>0,E=w.clearcoat>0,x=w.dispersion>0,F=w.iridescence>0,Y=w.sheen>0,J=w.transmission>0,X=ge&&!!w.anisotropyMap,Mt=E&&!!w.clearcoatMap,it=E&&!!w.clearcoatNormalMap,yt=E&&!!w.clearcoatRoughnessMap,vt=F&&!!w.iridescenceMap,tt=F&&!!w.iridescenceThicknessMap,ut=Y&&!!w.sheenColorMap,Pt=Y&&!!w.sheenRoughnessMap,bt=!!w.specularMap,ct=!!w.specularColorMap,Ot=!!w.specularIntensityMap,L=J&&!!w.transmissionMap,et=J&&!!w.thicknessMap,rt=!!w.gradientMap,pt=!!w.alphaMap,K=w.alphaTest>0,j=!!w.alphaHash,xt=!!w.extensions,Ut=Cn;w.toneMapped&&(st===null||st.isXRRenderTarget===!0)&&(Ut=s.toneMapping);let se={shaderID:at,shaderType:w.type,shaderName:w.name,vertexShader:le,fragmentShader:ee,defines:w.defines,customVertexShaderID:$,customFragmentShaderID:lt,isRawShaderMaterial:w.isRawShaderMaterial===!0,glslVersion:w.glslVersion,precision:f,batching:Dt,batchingColor:Dt&&G._colorsTexture!==null,instancing:Ct,instancingColor:Ct&&G.instanceColor!==null,instancingMorph:Ct&&G.morphTexture!==null,supportsVertexTextures:d,outputColorSpace:st===null?s.outputColorSpace:st.isXRRenderTarget===!0?st.texture.colorSpace:ai,alphaToCoverage:!!w.alphaToCoverage,map:me,matcap:Xt,envMap:I,envMapMode:I&&nt.mapping,envMapCubeUVHeight:W,aoMap:ie,lightMap:Tt,bumpMap:Zt,normalMap:wt,displacementMap:d&&ce,emissiveMap:gt,normalMapObjectSpace:wt&&w.normalMapType===tu,normalMapTangentSpace:wt&&w.normalMapType===oa,metalnessMap:Ht,roughnessMap:be,anisotropy:ge,anisotropyMap:X,clearcoat:E,clearcoatMap:Mt,clearcoatNormalMap:it,clearcoatRoughnessMap:yt,dispersion:x,iridescence:F,iridescenceMap:vt,iridescenceThicknessMap:tt,sheen:Y,sheenColorMap:ut,sheenRoughnessMap:Pt,specularMap:bt,specularColorMap:ct,specularIntensityMap:Ot,transmission:J,transmissionMap:L,thicknessMap:et,gradientMap:rt,opaque:w.transparent===!1&&w.blending===si&&w.alphaToCoverage===!1,alphaMap:pt,alphaTest:K,alphaHash:j,combine:w.combine,mapUv:me&&_(w.map.channel),aoMapUv:ie&&_(w.aoMap.channel),lightMapUv:Tt&&_(w.lightMap.channel),bumpMapUv:Zt&&_(w.bumpMap.channel),normalMapUv:wt&&_(w.normalMap.channel),displacementMapUv:ce&&_(w.displacementMap.channel),emissiveMapUv:gt&&_(w.emissiveMap.channel),metalnessMapUv:Ht&&_(w.metalnessMap.channel),roughnessMapUv:be&&_(w.roughnessMap.channel),anisotropyMapUv:X&&_(w.anisotropyMap.channel),clearcoatMapUv:Mt&&_(w.clearcoatMap.channel),clearcoatNormalMapUv:it&&_(w.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:yt&&_(w.clearcoatRoughnessMap.channel),iridescenceMapUv:vt&&_(w.iridescenceMap.channel),iridescenceThicknessMapUv:tt&&_(w.iridescenceThicknessMap.channel),sheenColorMapUv:ut&&_(w.sheenColorMap.channel),sheenRoughnessMapUv:Pt&&_(w.sheenRoughnessMap.channel),specularMapUv:bt&&_(w.specularMap.channel),specularColorMapUv:ct&&_(w.specularColorMap.channel),specularIntensityMapUv:Ot&&_(w.specularIntensityMap.channel),transmissionMapUv:L&&_(w.transmissionMap.channel),thicknessMapUv:et&&_(w.thicknessMap.channel),alphaMapUv:pt&&_(w.alphaMap.channel),vertexTangents:!!Z.attributes.tangent&&(wt||ge),vertexColors:w.vertexColors,vertexAlphas:w.vertexColors===!0&&!!Z.attributes.color&&Z.attributes.color.itemSize===4,pointsUvs:G.isPoints===!0&&!!Z.attributes.uv&&(me||pt),fog:!!V,useFog:w.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:w.flatShading===!0&&w.wireframe===!1,sizeAttenuation:w.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Rt,skinning:G.isSkinnedMesh===!0,morphTargets:Z.morphAttributes.position!==void 0,morphNormals:Z.morphAttributes.normal!==void 0,morphColors:Z.morphAttributes.color!==void 0,morphTargetsCount:St,morphTextureStride:zt,numDirLights:M.directional.length,numPointLights:M.point.length,numSpotLights:M.spot.length,numSpotLightMaps:M.spotLightMap.length,numRectAreaLights:M.rectArea.length,numHemiLights:M.hemi.length,numDirLightShadows:M.directionalShadowMap.length,numPointLightShadows:M.pointShadowMap.length,numSpotLightShadows:M.spotShadowMap.length,numSpotLightShadowsWithMaps:M.numSpotLightShadowsWithMaps,numLightProbes:M.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:w.dithering,shadowMapEnabled:s.shadowMap.enabled&&R.length>0,shadowMapType:s.shadowMap.type,toneMapping:Ut,decodeVideoTexture:me&&w.map.isVideoTexture===!0&&qt.getTransfer(w.map.colorSpace)===Qt,decodeVideoTextureEmissive:gt&&w.emissiveMap.isVideoTexture===!0&&qt.getTransfer(w.emissiveMap.colorSpace)===Qt,premultipliedAlpha:w.premultipliedAlpha,doubleSided:w.side===Oe,flipSided:w.side===Te,useDepthPacking:w.depthPacking>=0,depthPacking:w.depthPacking||0,index0AttributeName:w.index0AttributeName,extensionClipCullDistance:xt&&w.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(xt&&w.extensions.multiDraw===!0||Dt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:w.customProgramCacheKey()};return se.vertexUv1s=c.has(1),se.vertexUv2s=c.has(2),se.vertexUv3s=c.has(3),c.clear(),se}function p(w){let M=[];if(w.shaderID?M.push(w.shaderID):(M.push(w.customVertexShaderID),M.push(w.customFragmentShaderID)),w.defines!==void 0)for(let R in w.defines)M.push(R),M.push(w.defines[R]);return w.isRawShaderMaterial===!1&&(S(M,w),b(M,w),M.push(s.outputColorSpace)),M.push(w.customProgramCacheKey),M.join()}function S(w,M){w.push(M.precision),w.push(M.outputColorSpace),w.push(M.envMapMode),w.push(M.envMapCubeUVHeight),w.push(M.mapUv),w.push(M.alphaMapUv),w.push(M.lightMapUv),w.push(M.aoMapUv),w.push(M.bumpMapUv),w.push(M.normalMapUv),w.push(M.displacementMapUv),w.push(M.emissiveMapUv),w.push(M.metalnessMapUv),w.push(M.roughnessMapUv),w.push(M.anisotropyMapUv),w.push(M.clearcoatMapUv),w.push(M.clearcoatNormalMapUv),w.push(M.clearcoatRoughnessMapUv),w.push(M.iridescenceMapUv),w.push(M.iridescenceThicknessMapUv),w.push(M.sheenColorMapUv),w.push(M.sheenRoughnessMapUv),w.push(M.specularMapUv),w.push(M.specularColorMapUv),w.push(M.specularIntensityMapUv),w.push(M.transmissionMapUv),w.push(M.thicknessMapUv),w.push(M.combine),w.push(M.fogExp2),w.push(M.sizeAttenuation),w.push(M.morphTargetsCount),w.push(M.morphAttributeCount),w.push(M.numDirLights),w.push(M.numPointLights),w.push(M.numSpotLights),w.push(M.numSpotLightMaps),w.push(M.numHemiLights),w.push(M.numRectAreaLights),w.push(M.numDirLightShadows),w.push(M.numPointLightShadows),w.push(M.numSpotLightShadows),w.push(M.numSpotLightShadowsWithMaps),w.push(M.numLightProbes),w.push(M.shadowMapType),w.push(M.toneMapping),w.push(M.numClippingPlanes),w.push(M.numClipIntersection),w.push(M.depthPacking)}function b(w,M){a.disableAll(),M.supportsVertexTextures&&a.enable(0),M.instancing&&a.enable(1),M.instancingColor&&a.enable(2),M.instancingMorph&&a.enable(3),M.matcap&&a.enable(4),M.envMap&&a.enable(5),M.normalMapObjectSpace&&a.enable(6),M.normalMapTangentSpace&&a.enable(7),M.clearcoat&&a.enable(8),M.iridescence&&a.enable(9),M.alphaTest&&a.enable(10),M.vertexColors&&a.enable(11),M.vertexAlphas&&a.enable(12),M.vertexUv1s&&a.enable(13),M.vertexUv2s&&a.enable(14),M.vertexUv3s&&a.enable(15),M.vertexTangents&&a.enable(16),M.anisotropy&&a.enable(17),M.alphaHash&&a.enable(18),M.batching&&a.enable(19),M.dispersion&&a.enable(20),M.batchingColor&&a.enable(21),M.gradientMap&&a.enable(22),w.push(a.mask),a.disableAll(),M.fog&&a.enable(0),M.useFog&&a.enable(1),M.flatShading&&a.enable(2),M.logarithmicDepthBuffer&&a.enable(3),M.reversedDepthBuffer&&a.enable(4),M.skinning&&a.enable(5),M.morphTargets&&a.enable(6),M.morphNormals&&a.enable(7),M.morphColors&&a.enable(8),M.premultipliedAlpha&&a.enable(9),M.shadowMapEnabled&&a.enable(10),M.doubleSided&&a.enable(11),M.flipSided&&a.enable(12),M.useDepthPacking&&a.enable(13),M.dithering&&a.enable(14),M.transmission&&a.enable(15),M.sheen&&a.enable(16),M.opaque&&a.enable(17),M.pointsUvs&&a.enable(18),M.decodeVideoTexture&&a.enable(19),M.decodeVideoTextureEmissive&&a.enable(20),M.alphaToCoverage&&a.enable(21),w.push(a.mask)}function y(w){let M=g[w.type],R;if(M){let H=_n[M];R=uu.clone(H.uniforms)}else R=w.uniforms;return R}function A(w,M){let R;for(let H=0,G=h.length;H<G;H++){let V=h[H];if(V.cacheKey===M){R=V,++R.usedTimes;break}}return R===void 0&&(R=new $0(s,M,w,r),h.push(R)),R}function T(w){if(--w.usedTimes===0){let M=h.indexOf(w);h[M]=h[h.length-1],h.pop(),w.destroy()}}function C(w){l.remove(w)}function D(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:y,acquireProgram:A,releaseProgram:T,releaseShaderCache:C,programs:h,dispose:D}}function J0(){let s=new WeakMap;function t(o){return s.has(o)}function e(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:t,get:e,remove:n,update:i,dispose:r}}function K0(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.material.id!==t.material.id?s.material.id-t.material.id:s.z!==t.z?s.z-t.z:s.id-t.id}function Du(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.z!==t.z?t.z-s.z:s.id-t.id}function Uu(){let s=[],t=0,e=[],n=[],i=[];function r(){t=0,e.length=0,n.length=0,i.length=0}function o(u,d,f,g,_,m){let p=s[t];return p===void 0?(p={id:u.id,object:u,geometry:d,material:f,groupOrder:g,renderOrder:u.renderOrder,z:_,group:m},s[t]=p):(p.id=u.id,p.object=u,p.geometry=d,p.material=f,p.groupOrder=g,p.renderOrder=u.renderOrder,p.z=_,p.group=m),t++,p}function a(u,d,f,g,_,m){let p=o(u,d,f,g,_,m);f.transmission>0?n.push(p):f.transparent===!0?i.push(p):e.push(p)}function l(u,d,f,g,_,m){let p=o(u,d,f,g,_,m);f.transmission>0?n.unshift(p):f.transparent===!0?i.unshift(p):e.unshift(p)}function c(u,d){e.length>1&&e.sort(u||K0),n.length>1&&n.sort(d||Du),i.length>1&&i.sort(d||Du)}function h(){for(let u=t,d=s.length;u<d;u++){let f=s[u];if(f.id===null)break;f.id=null,f.object=null,f.geometry=null,f.material=null,f.group=null}}return{opaque:e,transmissive:n,transparent:i,init:r,push:a,unshift:l,finish:h,sort:c}}function Q0(){let s=new WeakMap;function t(n,i){let r=s.get(n),o;return r===void 0?(o=new Uu,s.set(n,[o])):i>=r.length?(o=new Uu,r.push(o)):o=r[i],o}function e(){s=new WeakMap}return{get:t,dispose:e}}function t_(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new P,color:new mt};break;case"SpotLight":e={position:new P,direction:new P,color:new mt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new P,color:new mt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new P,skyColor:new mt,groundColor:new mt};break;case"RectAreaLight":e={color:new mt,position:new P,halfWidth:new P,halfHeight:new P};break}return s[t.id]=e,e}}}function e_(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[t.id]=e,e}}}var n_=0;function i_(s,t){return(t.castShadow?2:0)-(s.castShadow?2:0)+(t.map?1:0)-(s.map?1:0)}function s_(s){let t=new t_,e=e_(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new P);let i=new P,r=new Bt,o=new Bt;function a(c){let h=0,u=0,d=0;for(let w=0;w<9;w++)n.probe[w].set(0,0,0);let f=0,g=0,_=0,m=0,p=0,S=0,b=0,y=0,A=0,T=0,C=0;c.sort(i_);for(let w=0,M=c.length;w<M;w++){let R=c[w],H=R.color,G=R.intensity,V=R.distance,Z=R.shadow&&R.shadow.map?R.shadow.map.texture:null;if(R.isAmbientLight)h+=H.r*G,u+=H.g*G,d+=H.b*G;else if(R.isLightProbe){for(let q=0;q<9;q++)n.probe[q].addScaledVector(R.sh.coefficients[q],G);C++}else if(R.isDirectionalLight){let q=t.get(R);if(q.color.copy(R.color).multiplyScalar(R.intensity),R.castShadow){let nt=R.shadow,W=e.get(R);W.shadowIntensity=nt.intensity,W.shadowBias=nt.bias,W.shadowNormalBias=nt.normalBias,W.shadowRadius=nt.radius,W.shadowMapSize=nt.mapSize,n.directionalShadow[f]=W,n.directionalShadowMap[f]=Z,n.directionalShadowMatrix[f]=R.shadow.matrix,S++}n.directional[f]=q,f++}else if(R.isSpotLight){let q=t.get(R);q.position.setFromMatrixPosition(R.matrixWorld),q.color.copy(H).multiplyScalar(G),q.distance=V,q.coneCos=Math.cos(R.angle),q.penumbraCos=Math.cos(R.angle*(1-R.penumbra)),q.decay=R.decay,n.spot[_]=q;let nt=R.shadow;if(R.map&&(n.spotLightMap[A]=R.map,A++,nt.updateMatrices(R),R.castShadow&&T++),n.spotLightMatrix[_]=nt.matrix,R.castShadow){let W=e.get(R);W.shadowIntensity=nt.intensity,W.shadowBias=nt.bias,W.shadowNormalBias=nt.normalBias,W.shadowRadius=nt.radius,W.shadowMapSize=nt.mapSize,n.spotShadow[_]=W,n.spotShadowMap[_]=Z,y++}_++}else if(R.isRectAreaLight){let q=t.get(R);q.color.copy(H).multiplyScalar(G),q.halfWidth.set(R.width*.5,0,0),q.halfHeight.set(0,R.height*.5,0),n.rectArea[m]=q,m++}else if(R.isPointLight){let q=t.get(R);if(q.color.copy(R.color).multiplyScalar(R.intensity),q.distance=R.distance,q.decay=R.decay,R.castShadow){let nt=R.shadow,W=e.get(R);W.shadowIntensity=nt.intensity,W.shadowBias=nt.bias,W.shadowNormalBias=nt.normalBias,W.shadowRadius=nt.radius,W.shadowMapSize=nt.mapSize,W.shadowCameraNear=nt.camera.near,W.shadowCameraFar=nt.camera.far,n.pointShadow[g]=W,n.pointShadowMap[g]=Z,n.pointShadowMatrix[g]=R.shadow.matrix,b++}n.point[g]=q,g++}else if(R.isHemisphereLight){let q=t.get(R);q.skyColor.copy(R.color).multiplyScalar(G),q.groundColor.copy(R.groundColor).multiplyScalar(G),n.hemi[p]=q,p++}}m>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=ot.LTC_FLOAT_1,n.rectAreaLTC2=ot.LTC_FLOAT_2):(n.rectAreaLTC1=ot.LTC_HALF_1,n.rectAreaLTC2=ot.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.directionalLength!==f||D.pointLength!==g||D.spotLength!==_||D.rectAreaLength!==m||D.hemiLength!==p||D.numDirectionalShadows!==S||D.numPointShadows!==b||D.numSpotShadows!==y||D.numSpotMaps!==A||D.numLightProbes!==C)&&(n.directional.length=f,n.spot.length=_,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=S,n.directionalShadowMap.length=S,n.pointShadow.length=b,n.pointShadowMap.length=b,n.spotShadow.length=y,n.spotShadowMap.length=y,n.directionalShadowMatrix.length=S,n.pointShadowMatrix.length=b,n.spotLightMatrix.length=y+A-T,n.spotLightMap.length=A,n.numSpotLightShadowsWithMaps=T,n.numLightProbes=C,D.directionalLength=f,D.pointLength=g,D.spotLength=_,D.rectAreaLength=m,D.hemiLength=p,D.numDirectionalShadows=S,D.numPointShadows=b,D.numSpotShadows=y,D.numSpotMaps=A,D.numLightProbes=C,n.version=n_++)}function l(c,h){let u=0,d=0,f=0,g=0,_=0,m=h.matrixWorldInverse;for(let p=0,S=c.length;p<S;p++){let b=c[p];if(b.isDirectionalLight){let y=n.directional[u];y.direction.setFromMatrixPosition(b.matrixWorld),i.setFromMatrixPosition(b.target.matrixWorld),y.direction.sub(i),y.direction.transformDirection(m),u++}else if(b.isSpotLight){let y=n.spot[f];y.position.setFromMatrixPosition(b.matrixWorld),y.position.applyMatrix4(m),y.direction.setFromMatrixPosition(b.matrixWorld),i.setFromMatrixPosition(b.target.matrixWorld),y.direction.sub(i),y.direction.transformDirection(m),f++}else if(b.isRectAreaLight){let y=n.rectArea[g];y.position.setFromMatrixPosition(b.matrixWorld),y.position.applyMatrix4(m),o.identity(),r.copy(b.matrixWorld),r.premultiply(m),o.extractRotation(r),y.halfWidth.set(b.width*.5,0,0),y.halfHeight.set(0,b.height*.5,0),y.halfWidth.applyMatrix4(o),y.halfHeight.applyMatrix4(o),g++}else if(b.isPointLight){let y=n.point[d];y.position.setFromMatrixPosition(b.matrixWorld),y.position.applyMatrix4(m),d++}else if(b.isHemisphereLight){let y=n.hemi[_];y.direction.setFromMatrixPosition(b.matrixWorld),y.direction.transformDirection(m),_++}}}return{setup:a,setupView:l,state:n}}function Nu(s){let t=new s_(s),e=[],n=[];function i(h){c.camera=h,e.length=0,n.length=0}function r(h){e.push(h)}function o(h){n.push(h)}function a(){t.setup(e)}function l(h){t.setupView(e,h)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:i,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function r_(s){let t=new WeakMap;function e(i,r=0){let o=t.get(i),a;return o===void 0?(a=new Nu(s),t.set(i,[a])):r>=o.length?(a=new Nu(s),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var o_=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,a_=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function l_(s,t,e){let n=new Zi,i=new kt,r=new kt,o=new re,a=new eo({depthPacking:Qh}),l=new no,c={},h=e.maxTextureSize,u={[an]:Te,[Te]:an,[Oe]:Oe},d=new We({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new kt},radius:{value:4}},vertexShader:o_,fragmentShader:a_}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new $t;g.setAttribute("position",new Wt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Jt(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Js;let p=this.type;this.render=function(T,C,D){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;let w=s.getRenderTarget(),M=s.getActiveCubeFace(),R=s.getActiveMipmapLevel(),H=s.state;H.setBlending(Rn),H.buffers.depth.getReversed()?H.buffers.color.setClear(0,0,0,0):H.buffers.color.setClear(1,1,1,1),H.buffers.depth.setTest(!0),H.setScissorTest(!1);let G=p!==gn&&this.type===gn,V=p===gn&&this.type!==gn;for(let Z=0,q=T.length;Z<q;Z++){let nt=T[Z],W=nt.shadow;if(W===void 0){console.warn("THREE.WebGLShadowMap:",nt,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;i.copy(W.mapSize);let at=W.getFrameExtents();if(i.multiply(at),r.copy(W.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/at.x),i.x=r.x*at.x,W.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/at.y),i.y=r.y*at.y,W.mapSize.y=r.y)),W.map===null||G===!0||V===!0){let St=this.type!==gn?{minFilter:Fe,magFilter:Fe}:{};W.map!==null&&W.map.dispose(),W.map=new dn(i.x,i.y,St),W.map.texture.name=nt.name+".shadowMap",W.camera.updateProjectionMatrix()}s.setRenderTarget(W.map),s.clear();let dt=W.getViewportCount();for(let St=0;St<dt;St++){let zt=W.getViewport(St);o.set(r.x*zt.x,r.y*zt.y,r.x*zt.z,r.y*zt.w),H.viewport(o),W.updateMatrices(nt,St),n=W.getFrustum(),y(C,D,W.camera,nt,this.type)}W.isPointLightShadow!==!0&&this.type===gn&&S(W,D),W.needsUpdate=!1}p=this.type,m.needsUpdate=!1,s.setRenderTarget(w,M,R)};function S(T,C){let D=t.update(_);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null&&(T.mapPass=new dn(i.x,i.y)),d.uniforms.shadow_pass.value=T.map.texture,d.uniforms.resolution.value=T.mapSize,d.uniforms.radius.value=T.radius,s.setRenderTarget(T.mapPass),s.clear(),s.renderBufferDirect(C,null,D,d,_,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value=T.mapSize,f.uniforms.radius.value=T.radius,s.setRenderTarget(T.map),s.clear(),s.renderBufferDirect(C,null,D,f,_,null)}function b(T,C,D,w){let M=null,R=D.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(R!==void 0)M=R;else if(M=D.isPointLight===!0?l:a,s.localClippingEnabled&&C.clipShadows===!0&&Array.isArray(C.clippingPlanes)&&C.clippingPlanes.length!==0||C.displacementMap&&C.displacementScale!==0||C.alphaMap&&C.alphaTest>0||C.map&&C.alphaTest>0||C.alphaToCoverage===!0){let H=M.uuid,G=C.uuid,V=c[H];V===void 0&&(V={},c[H]=V);let Z=V[G];Z===void 0&&(Z=M.clone(),V[G]=Z,C.addEventListener("dispose",A)),M=Z}if(M.visible=C.visible,M.wireframe=C.wireframe,w===gn?M.side=C.shadowSide!==null?C.shadowSide:C.side:M.side=C.shadowSide!==null?C.shadowSide:u[C.side],M.alphaMap=C.alphaMap,M.alphaTest=C.alphaToCoverage===!0?.5:C.alphaTest,M.map=C.map,M.clipShadows=C.clipShadows,M.clippingPlanes=C.clippingPlanes,M.clipIntersection=C.clipIntersection,M.displacementMap=C.displacementMap,M.displacementScale=C.displacementScale,M.displacementBias=C.displacementBias,M.wireframeLinewidth=C.wireframeLinewidth,M.linewidth=C.linewidth,D.isPointLight===!0&&M.isMeshDistanceMaterial===!0){let H=s.properties.get(M);H.light=D}return M}function y(T,C,D,w,M){if(T.visible===!1)return;if(T.layers.test(C.layers)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&M===gn)&&(!T.frustumCulled||n.intersectsObject(T))){T.modelViewMatrix.multiplyMatrices(D.matrixWorldInverse,T.matrixWorld);let G=t.update(T),V=T.material;if(Array.isArray(V)){let Z=G.groups;for(let q=0,nt=Z.length;q<nt;q++){let W=Z[q],at=V[W.materialIndex];if(at&&at.visible){let dt=b(T,at,w,M);T.onBeforeShadow(s,T,C,D,G,dt,W),s.renderBufferDirect(D,null,G,dt,T,W),T.onAfterShadow(s,T,C,D,G,dt,W)}}}else if(V.visible){let Z=b(T,V,w,M);T.onBeforeShadow(s,T,C,D,G,Z,null),s.renderBufferDirect(D,null,G,Z,T,null),T.onAfterShadow(s,T,C,D,G,Z,null)}}let H=T.children;for(let G=0,V=H.length;G<V;G++)y(H[G],C,D,w,M)}function A(T){T.target.removeEventListener("dispose",A);for(let D in c){let w=c[D],M=T.target.uuid;M in w&&(w[M].dispose(),delete w[M])}}}var c_={[mo]:go,[_o]:vo,[xo]:bo,[ri]:yo,[go]:mo,[vo]:_o,[bo]:xo,[yo]:ri};function h_(s,t){function e(){let L=!1,et=new re,rt=null,pt=new re(0,0,0,0);return{setMask:function(K){rt!==K&&!L&&(s.colorMask(K,K,K,K),rt=K)},setLocked:function(K){L=K},setClear:function(K,j,xt,Ut,se){se===!0&&(K*=Ut,j*=Ut,xt*=Ut),et.set(K,j,xt,Ut),pt.equals(et)===!1&&(s.clearColor(K,j,xt,Ut),pt.copy(et))},reset:function(){L=!1,rt=null,pt.set(-1,0,0,0)}}}function n(){let L=!1,et=!1,rt=null,pt=null,K=null;return{setReversed:function(j){if(et!==j){let xt=t.get("EXT_clip_control");j?xt.clipControlEXT(xt.LOWER_LEFT_EXT,xt.ZERO_TO_ONE_EXT):xt.clipControlEXT(xt.LOWER_LEFT_EXT,xt.NEGATIVE_ONE_TO_ONE_EXT),et=j;let Ut=K;K=null,this.setClear(Ut)}},getReversed:function(){return et},setTest:function(j){j?st(s.DEPTH_TEST):Rt(s.DEPTH_TEST)},setMask:function(j){rt!==j&&!L&&(s.depthMask(j),rt=j)},setFunc:function(j){if(et&&(j=c_[j]),pt!==j){switch(j){case mo:s.depthFunc(s.NEVER);break;case go:s.depthFunc(s.ALWAYS);break;case _o:s.depthFunc(s.LESS);break;case ri:s.depthFunc(s.LEQUAL);break;case xo:s.depthFunc(s.EQUAL);break;case yo:s.depthFunc(s.GEQUAL);break;case vo:s.depthFunc(s.GREATER);break;case bo:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}pt=j}},setLocked:function(j){L=j},setClear:function(j){K!==j&&(et&&(j=1-j),s.clearDepth(j),K=j)},reset:function(){L=!1,rt=null,pt=null,K=null,et=!1}}}function i(){let L=!1,et=null,rt=null,pt=null,K=null,j=null,xt=null,Ut=null,se=null;return{setTest:function(Kt){L||(Kt?st(s.STENCIL_TEST):Rt(s.STENCIL_TEST))},setMask:function(Kt){et!==Kt&&!L&&(s.stencilMask(Kt),et=Kt)},setFunc:function(Kt,yn,un){(rt!==Kt||pt!==yn||K!==un)&&(s.stencilFunc(Kt,yn,un),rt=Kt,pt=yn,K=un)},setOp:function(Kt,yn,un){(j!==Kt||xt!==yn||Ut!==un)&&(s.stencilOp(Kt,yn,un),j=Kt,xt=yn,Ut=un)},setLocked:function(Kt){L=Kt},setClear:function(Kt){se!==Kt&&(s.clearStencil(Kt),se=Kt)},reset:function(){L=!1,et=null,rt=null,pt=null,K=null,j=null,xt=null,Ut=null,se=null}}}let r=new e,o=new n,a=new i,l=new WeakMap,c=new WeakMap,h={},u={},d=new WeakMap,f=[],g=null,_=!1,m=null,p=null,S=null,b=null,y=null,A=null,T=null,C=new mt(0,0,0),D=0,w=!1,M=null,R=null,H=null,G=null,V=null,Z=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),q=!1,nt=0,W=s.getParameter(s.VERSION);W.indexOf("WebGL")!==-1?(nt=parseFloat(/^WebGL (\d)/.exec(W)[1]),q=nt>=1):W.indexOf("OpenGL ES")!==-1&&(nt=parseFloat(/^OpenGL ES (\d)/.exec(W)[1]),q=nt>=2);let at=null,dt={},St=s.getParameter(s.SCISSOR_BOX),zt=s.getParameter(s.VIEWPORT),le=new re().fromArray(St),ee=new re().fromArray(zt);function $(L,et,rt,pt){let K=new Uint8Array(4),j=s.createTexture();s.bindTexture(L,j),s.texParameteri(L,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(L,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let xt=0;xt<rt;xt++)L===s.TEXTURE_3D||L===s.TEXTURE_2D_ARRAY?s.texImage3D(et,0,s.RGBA,1,1,pt,0,s.RGBA,s.UNSIGNED_BYTE,K):s.texImage2D(et+xt,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,K);return j}let lt={};lt[s.TEXTURE_2D]=$(s.TEXTURE_2D,s.TEXTURE_2D,1),lt[s.TEXTURE_CUBE_MAP]=$(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),lt[s.TEXTURE_2D_ARRAY]=$(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),lt[s.TEXTURE_3D]=$(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),st(s.DEPTH_TEST),o.setFunc(ri),Zt(!1),wt(Ll),st(s.CULL_FACE),ie(Rn);function st(L){h[L]!==!0&&(s.enable(L),h[L]=!0)}function Rt(L){h[L]!==!1&&(s.disable(L),h[L]=!1)}function Ct(L,et){return u[L]!==et?(s.bindFramebuffer(L,et),u[L]=et,L===s.DRAW_FRAMEBUFFER&&(u[s.FRAMEBUFFER]=et),L===s.FRAMEBUFFER&&(u[s.DRAW_FRAMEBUFFER]=et),!0):!1}function Dt(L,et){let rt=f,pt=!1;if(L){rt=d.get(et),rt===void 0&&(rt=[],d.set(et,rt));let K=L.textures;if(rt.length!==K.length||rt[0]!==s.COLOR_ATTACHMENT0){for(let j=0,xt=K.length;j<xt;j++)rt[j]=s.COLOR_ATTACHMENT0+j;rt.length=K.length,pt=!0}}else rt[0]!==s.BACK&&(rt[0]=s.BACK,pt=!0);pt&&s.drawBuffers(rt)}function me(L){return g!==L?(s.useProgram(L),g=L,!0):!1}let Xt={[zn]:s.FUNC_ADD,[Eh]:s.FUNC_SUBTRACT,[Th]:s.FUNC_REVERSE_SUBTRACT};Xt[Ah]=s.MIN,Xt[Rh]=s.MAX;let I={[Ch]:s.ZERO,[Ih]:s.ONE,[Ph]:s.SRC_COLOR,[Vr]:s.SRC_ALPHA,[Oh]:s.SRC_ALPHA_SATURATE,[Nh]:s.DST_COLOR,[Dh]:s.DST_ALPHA,[Lh]:s.ONE_MINUS_SRC_COLOR,[Gr]:s.ONE_MINUS_SRC_ALPHA,[Fh]:s.ONE_MINUS_DST_COLOR,[Uh]:s.ONE_MINUS_DST_ALPHA,[kh]:s.CONSTANT_COLOR,[Bh]:s.ONE_MINUS_CONSTANT_COLOR,[zh]:s.CONSTANT_ALPHA,[Hh]:s.ONE_MINUS_CONSTANT_ALPHA};function ie(L,et,rt,pt,K,j,xt,Ut,se,Kt){if(L===Rn){_===!0&&(Rt(s.BLEND),_=!1);return}if(_===!1&&(st(s.BLEND),_=!0),L!==Sh){if(L!==m||Kt!==w){if((p!==zn||y!==zn)&&(s.blendEquation(s.FUNC_ADD),p=zn,y=zn),Kt)switch(L){case si:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Dl:s.blendFunc(s.ONE,s.ONE);break;case Ul:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case Nl:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:console.error("THREE.WebGLState: Invalid blending: ",L);break}else switch(L){case si:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Dl:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case Ul:console.error("THREE.WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Nl:console.error("THREE.WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:console.error("THREE.WebGLState: Invalid blending: ",L);break}S=null,b=null,A=null,T=null,C.set(0,0,0),D=0,m=L,w=Kt}return}K=K||et,j=j||rt,xt=xt||pt,(et!==p||K!==y)&&(s.blendEquationSeparate(Xt[et],Xt[K]),p=et,y=K),(rt!==S||pt!==b||j!==A||xt!==T)&&(s.blendFuncSeparate(I[rt],I[pt],I[j],I[xt]),S=rt,b=pt,A=j,T=xt),(Ut.equals(C)===!1||se!==D)&&(s.blendColor(Ut.r,Ut.g,Ut.b,se),C.copy(Ut),D=se),m=L,w=!1}function Tt(L,et){L.side===Oe?Rt(s.CULL_FACE):st(s.CULL_FACE);let rt=L.side===Te;et&&(rt=!rt),Zt(rt),L.blending===si&&L.transparent===!1?ie(Rn):ie(L.blending,L.blendEquation,L.blendSrc,L.blendDst,L.blendEquationAlpha,L.blendSrcAlpha,L.blendDstAlpha,L.blendColor,L.blendAlpha,L.premultipliedAlpha),o.setFunc(L.depthFunc),o.setTest(L.depthTest),o.setMask(L.depthWrite),r.setMask(L.colorWrite);let pt=L.stencilWrite;a.setTest(pt),pt&&(a.setMask(L.stencilWriteMask),a.setFunc(L.stencilFunc,L.stencilRef,L.stencilFuncMask),a.setOp(L.stencilFail,L.stencilZFail,L.stencilZPass)),gt(L.polygonOffset,L.polygonOffsetFactor,L.polygonOffsetUnits),L.alphaToCoverage===!0?st(s.SAMPLE_ALPHA_TO_COVERAGE):Rt(s.SAMPLE_ALPHA_TO_COVERAGE)}function Zt(L){M!==L&&(L?s.frontFace(s.CW):s.frontFace(s.CCW),M=L)}function wt(L){L!==Mh?(st(s.CULL_FACE),L!==R&&(L===Ll?s.cullFace(s.BACK):L===wh?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Rt(s.CULL_FACE),R=L}function ce(L){L!==H&&(q&&s.lineWidth(L),H=L)}function gt(L,et,rt){L?(st(s.POLYGON_OFFSET_FILL),(G!==et||V!==rt)&&(s.polygonOffset(et,rt),G=et,V=rt)):Rt(s.POLYGON_OFFSET_FILL)}function Ht(L){L?st(s.SCISSOR_TEST):Rt(s.SCISSOR_TEST)}function be(L){L===void 0&&(L=s.TEXTURE0+Z-1),at!==L&&(s.activeTexture(L),at=L)}function ge(L,et,rt){rt===void 0&&(at===null?rt=s.TEXTURE0+Z-1:rt=at);let pt=dt[rt];pt===void 0&&(pt={type:void 0,texture:void 0},dt[rt]=pt),(pt.type!==L||pt.texture!==et)&&(at!==rt&&(s.activeTexture(rt),at=rt),s.bindTexture(L,et||lt[L]),pt.type=L,pt.texture=et)}function E(){let L=dt[at];L!==void 0&&L.type!==void 0&&(s.bindTexture(L.type,null),L.type=void 0,L.texture=void 0)}function x(){try{s.compressedTexImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function F(){try{s.compressedTexImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function Y(){try{s.texSubImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function J(){try{s.texSubImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function X(){try{s.compressedTexSubImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function Mt(){try{s.compressedTexSubImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function it(){try{s.texStorage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function yt(){try{s.texStorage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function vt(){try{s.texImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function tt(){try{s.texImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function ut(L){le.equals(L)===!1&&(s.scissor(L.x,L.y,L.z,L.w),le.copy(L))}function Pt(L){ee.equals(L)===!1&&(s.viewport(L.x,L.y,L.z,L.w),ee.copy(L))}function bt(L,et){let rt=c.get(et);rt===void 0&&(rt=new WeakMap,c.set(et,rt));let pt=rt.get(L);pt===void 0&&(pt=s.getUniformBlockIndex(et,L.name),rt.set(L,pt))}function ct(L,et){let pt=c.get(et).get(L);l.get(et)!==pt&&(s.uniformBlockBinding(et,pt,L.__bindingPointIndex),l.set(et,pt))}function Ot(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),h={},at=null,dt={},u={},d=new WeakMap,f=[],g=null,_=!1,m=null,p=null,S=null,b=null,y=null,A=null,T=null,C=new mt(0,0,0),D=0,w=!1,M=null,R=null,H=null,G=null,V=null,le.set(0,0,s.canvas.width,s.canvas.height),ee.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:st,disable:Rt,bindFramebuffer:Ct,drawBuffers:Dt,useProgram:me,setBlending:ie,setMaterial:Tt,setFlipSided:Zt,setCullFace:wt,setLineWidth:ce,setPolygonOffset:gt,setScissorTest:Ht,activeTexture:be,bindTexture:ge,unbindTexture:E,compressedTexImage2D:x,compressedTexImage3D:F,texImage2D:vt,texImage3D:tt,updateUBOMapping:bt,uniformBlockBinding:ct,texStorage2D:it,texStorage3D:yt,texSubImage2D:Y,texSubImage3D:J,compressedTexSubImage2D:X,compressedTexSubImage3D:Mt,scissor:ut,viewport:Pt,reset:Ot}}function u_(s,t,e,n,i,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new kt,h=new WeakMap,u,d=new WeakMap,f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(E,x){return f?new OffscreenCanvas(E,x):Ps("canvas")}function _(E,x,F){let Y=1,J=ge(E);if((J.width>F||J.height>F)&&(Y=F/Math.max(J.width,J.height)),Y<1)if(typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&E instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&E instanceof ImageBitmap||typeof VideoFrame<"u"&&E instanceof VideoFrame){let X=Math.floor(Y*J.width),Mt=Math.floor(Y*J.height);u===void 0&&(u=g(X,Mt));let it=x?g(X,Mt):u;return it.width=X,it.height=Mt,it.getContext("2d").drawImage(E,0,0,X,Mt),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+J.width+"x"+J.height+") to ("+X+"x"+Mt+")."),it}else return"data"in E&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+J.width+"x"+J.height+")."),E;return E}function m(E){return E.generateMipmaps}function p(E){s.generateMipmap(E)}function S(E){return E.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:E.isWebGL3DRenderTarget?s.TEXTURE_3D:E.isWebGLArrayRenderTarget||E.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function b(E,x,F,Y,J=!1){if(E!==null){if(s[E]!==void 0)return s[E];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+E+"'")}let X=x;if(x===s.RED&&(F===s.FLOAT&&(X=s.R32F),F===s.HALF_FLOAT&&(X=s.R16F),F===s.UNSIGNED_BYTE&&(X=s.R8)),x===s.RED_INTEGER&&(F===s.UNSIGNED_BYTE&&(X=s.R8UI),F===s.UNSIGNED_SHORT&&(X=s.R16UI),F===s.UNSIGNED_INT&&(X=s.R32UI),F===s.BYTE&&(X=s.R8I),F===s.SHORT&&(X=s.R16I),F===s.INT&&(X=s.R32I)),x===s.RG&&(F===s.FLOAT&&(X=s.RG32F),F===s.HALF_FLOAT&&(X=s.RG16F),F===s.UNSIGNED_BYTE&&(X=s.RG8)),x===s.RG_INTEGER&&(F===s.UNSIGNED_BYTE&&(X=s.RG8UI),F===s.UNSIGNED_SHORT&&(X=s.RG16UI),F===s.UNSIGNED_INT&&(X=s.RG32UI),F===s.BYTE&&(X=s.RG8I),F===s.SHORT&&(X=s.RG16I),F===s.INT&&(X=s.RG32I)),x===s.RGB_INTEGER&&(F===s.UNSIGNED_BYTE&&(X=s.RGB8UI),F===s.UNSIGNED_SHORT&&(X=s.RGB16UI),F===s.UNSIGNED_INT&&(X=s.RGB32UI),F===s.BYTE&&(X=s.RGB8I),F===s.SHORT&&(X=s.RGB16I),F===s.INT&&(X=s.RGB32I)),x===s.RGBA_INTEGER&&(F===s.UNSIGNED_BYTE&&(X=s.RGBA8UI),F===s.UNSIGNED_SHORT&&(X=s.RGBA16UI),F===s.UNSIGNED_INT&&(X=s.RGBA32UI),F===s.BYTE&&(X=s.RGBA8I),F===s.SHORT&&(X=s.RGBA16I),F===s.INT&&(X=s.RGBA32I)),x===s.RGB&&F===s.UNSIGNED_INT_5_9_9_9_REV&&(X=s.RGB9_E5),x===s.RGBA){let Mt=J?Cs:qt.getTransfer(Y);F===s.FLOAT&&(X=s.RGBA32F),F===s.HALF_FLOAT&&(X=s.RGBA16F),F===s.UNSIGNED_BYTE&&(X=Mt===Qt?s.SRGB8_ALPHA8:s.RGBA8),F===s.UNSIGNED_SHORT_4_4_4_4&&(X=s.RGBA4),F===s.UNSIGNED_SHORT_5_5_5_1&&(X=s.RGB5_A1)}return(X===s.R16F||X===s.R32F||X===s.RG16F||X===s.RG32F||X===s.RGBA16F||X===s.RGBA32F)&&t.get("EXT_color_buffer_float"),X}function y(E,x){let F;return E?x===null||x===Wn||x===es?F=s.DEPTH24_STENCIL8:x===Qe?F=s.DEPTH32F_STENCIL8:x===Qi&&(F=s.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Wn||x===es?F=s.DEPTH_COMPONENT24:x===Qe?F=s.DEPTH_COMPONENT32F:x===Qi&&(F=s.DEPTH_COMPONENT16),F}function A(E,x){return m(E)===!0||E.isFramebufferTexture&&E.minFilter!==Fe&&E.minFilter!==ln?Math.log2(Math.max(x.width,x.height))+1:E.mipmaps!==void 0&&E.mipmaps.length>0?E.mipmaps.length:E.isCompressedTexture&&Array.isArray(E.image)?x.mipmaps.length:1}function T(E){let x=E.target;x.removeEventListener("dispose",T),D(x),x.isVideoTexture&&h.delete(x)}function C(E){let x=E.target;x.removeEventListener("dispose",C),M(x)}function D(E){let x=n.get(E);if(x.__webglInit===void 0)return;let F=E.source,Y=d.get(F);if(Y){let J=Y[x.__cacheKey];J.usedTimes--,J.usedTimes===0&&w(E),Object.keys(Y).length===0&&d.delete(F)}n.remove(E)}function w(E){let x=n.get(E);s.deleteTexture(x.__webglTexture);let F=E.source,Y=d.get(F);delete Y[x.__cacheKey],o.memory.textures--}function M(E){let x=n.get(E);if(E.depthTexture&&(E.depthTexture.dispose(),n.remove(E.depthTexture)),E.isWebGLCubeRenderTarget)for(let Y=0;Y<6;Y++){if(Array.isArray(x.__webglFramebuffer[Y]))for(let J=0;J<x.__webglFramebuffer[Y].length;J++)s.deleteFramebuffer(x.__webglFramebuffer[Y][J]);else s.deleteFramebuffer(x.__webglFramebuffer[Y]);x.__webglDepthbuffer&&s.deleteRenderbuffer(x.__webglDepthbuffer[Y])}else{if(Array.isArray(x.__webglFramebuffer))for(let Y=0;Y<x.__webglFramebuffer.length;Y++)s.deleteFramebuffer(x.__webglFramebuffer[Y]);else s.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&s.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&s.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let Y=0;Y<x.__webglColorRenderbuffer.length;Y++)x.__webglColorRenderbuffer[Y]&&s.deleteRenderbuffer(x.__webglColorRenderbuffer[Y]);x.__webglDepthRenderbuffer&&s.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let F=E.textures;for(let Y=0,J=F.length;Y<J;Y++){let X=n.get(F[Y]);X.__webglTexture&&(s.deleteTexture(X.__webglTexture),o.memory.textures--),n.remove(F[Y])}n.remove(E)}let R=0;function H(){R=0}function G(){let E=R;return E>=i.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+E+" texture units while this GPU supports only "+i.maxTextures),R+=1,E}function V(E){let x=[];return x.push(E.wrapS),x.push(E.wrapT),x.push(E.wrapR||0),x.push(E.magFilter),x.push(E.minFilter),x.push(E.anisotropy),x.push(E.internalFormat),x.push(E.format),x.push(E.type),x.push(E.generateMipmaps),x.push(E.premultiplyAlpha),x.push(E.flipY),x.push(E.unpackAlignment),x.push(E.colorSpace),x.join()}function Z(E,x){let F=n.get(E);if(E.isVideoTexture&&Ht(E),E.isRenderTargetTexture===!1&&E.isExternalTexture!==!0&&E.version>0&&F.__version!==E.version){let Y=E.image;if(Y===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(Y.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{lt(F,E,x);return}}else E.isExternalTexture&&(F.__webglTexture=E.sourceTexture?E.sourceTexture:null);e.bindTexture(s.TEXTURE_2D,F.__webglTexture,s.TEXTURE0+x)}function q(E,x){let F=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&F.__version!==E.version){lt(F,E,x);return}e.bindTexture(s.TEXTURE_2D_ARRAY,F.__webglTexture,s.TEXTURE0+x)}function nt(E,x){let F=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&F.__version!==E.version){lt(F,E,x);return}e.bindTexture(s.TEXTURE_3D,F.__webglTexture,s.TEXTURE0+x)}function W(E,x){let F=n.get(E);if(E.version>0&&F.__version!==E.version){st(F,E,x);return}e.bindTexture(s.TEXTURE_CUBE_MAP,F.__webglTexture,s.TEXTURE0+x)}let at={[oi]:s.REPEAT,[Bn]:s.CLAMP_TO_EDGE,[Wr]:s.MIRRORED_REPEAT},dt={[Fe]:s.NEAREST,[Jh]:s.NEAREST_MIPMAP_NEAREST,[Qs]:s.NEAREST_MIPMAP_LINEAR,[ln]:s.LINEAR,[To]:s.LINEAR_MIPMAP_NEAREST,[Gn]:s.LINEAR_MIPMAP_LINEAR},St={[eu]:s.NEVER,[au]:s.ALWAYS,[nu]:s.LESS,[Wl]:s.LEQUAL,[iu]:s.EQUAL,[ou]:s.GEQUAL,[su]:s.GREATER,[ru]:s.NOTEQUAL};function zt(E,x){if(x.type===Qe&&t.has("OES_texture_float_linear")===!1&&(x.magFilter===ln||x.magFilter===To||x.magFilter===Qs||x.magFilter===Gn||x.minFilter===ln||x.minFilter===To||x.minFilter===Qs||x.minFilter===Gn)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(E,s.TEXTURE_WRAP_S,at[x.wrapS]),s.texParameteri(E,s.TEXTURE_WRAP_T,at[x.wrapT]),(E===s.TEXTURE_3D||E===s.TEXTURE_2D_ARRAY)&&s.texParameteri(E,s.TEXTURE_WRAP_R,at[x.wrapR]),s.texParameteri(E,s.TEXTURE_MAG_FILTER,dt[x.magFilter]),s.texParameteri(E,s.TEXTURE_MIN_FILTER,dt[x.minFilter]),x.compareFunction&&(s.texParameteri(E,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(E,s.TEXTURE_COMPARE_FUNC,St[x.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===Fe||x.minFilter!==Qs&&x.minFilter!==Gn||x.type===Qe&&t.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||n.get(x).__currentAnisotropy){let F=t.get("EXT_texture_filter_anisotropic");s.texParameterf(E,F.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,i.getMaxAnisotropy())),n.get(x).__currentAnisotropy=x.anisotropy}}}function le(E,x){let F=!1;E.__webglInit===void 0&&(E.__webglInit=!0,x.addEventListener("dispose",T));let Y=x.source,J=d.get(Y);J===void 0&&(J={},d.set(Y,J));let X=V(x);if(X!==E.__cacheKey){J[X]===void 0&&(J[X]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,F=!0),J[X].usedTimes++;let Mt=J[E.__cacheKey];Mt!==void 0&&(J[E.__cacheKey].usedTimes--,Mt.usedTimes===0&&w(x)),E.__cacheKey=X,E.__webglTexture=J[X].texture}return F}function ee(E,x,F){return Math.floor(Math.floor(E/F)/x)}function $(E,x,F,Y){let X=E.updateRanges;if(X.length===0)e.texSubImage2D(s.TEXTURE_2D,0,0,0,x.width,x.height,F,Y,x.data);else{X.sort((tt,ut)=>tt.start-ut.start);let Mt=0;for(let tt=1;tt<X.length;tt++){let ut=X[Mt],Pt=X[tt],bt=ut.start+ut.count,ct=ee(Pt.start,x.width,4),Ot=ee(ut.start,x.width,4);Pt.start<=bt+1&&ct===Ot&&ee(Pt.start+Pt.count-1,x.width,4)===ct?ut.count=Math.max(ut.count,Pt.start+Pt.count-ut.start):(++Mt,X[Mt]=Pt)}X.length=Mt+1;let it=s.getParameter(s.UNPACK_ROW_LENGTH),yt=s.getParameter(s.UNPACK_SKIP_PIXELS),vt=s.getParameter(s.UNPACK_SKIP_ROWS);s.pixelStorei(s.UNPACK_ROW_LENGTH,x.width);for(let tt=0,ut=X.length;tt<ut;tt++){let Pt=X[tt],bt=Math.floor(Pt.start/4),ct=Math.ceil(Pt.count/4),Ot=bt%x.width,L=Math.floor(bt/x.width),et=ct,rt=1;s.pixelStorei(s.UNPACK_SKIP_PIXELS,Ot),s.pixelStorei(s.UNPACK_SKIP_ROWS,L),e.texSubImage2D(s.TEXTURE_2D,0,Ot,L,et,rt,F,Y,x.data)}E.clearUpdateRanges(),s.pixelStorei(s.UNPACK_ROW_LENGTH,it),s.pixelStorei(s.UNPACK_SKIP_PIXELS,yt),s.pixelStorei(s.UNPACK_SKIP_ROWS,vt)}}function lt(E,x,F){let Y=s.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(Y=s.TEXTURE_2D_ARRAY),x.isData3DTexture&&(Y=s.TEXTURE_3D);let J=le(E,x),X=x.source;e.bindTexture(Y,E.__webglTexture,s.TEXTURE0+F);let Mt=n.get(X);if(X.version!==Mt.__version||J===!0){e.activeTexture(s.TEXTURE0+F);let it=qt.getPrimaries(qt.workingColorSpace),yt=x.colorSpace===In?null:qt.getPrimaries(x.colorSpace),vt=x.colorSpace===In||it===yt?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,x.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,x.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,vt);let tt=_(x.image,!1,i.maxTextureSize);tt=be(x,tt);let ut=r.convert(x.format,x.colorSpace),Pt=r.convert(x.type),bt=b(x.internalFormat,ut,Pt,x.colorSpace,x.isVideoTexture);zt(Y,x);let ct,Ot=x.mipmaps,L=x.isVideoTexture!==!0,et=Mt.__version===void 0||J===!0,rt=X.dataReady,pt=A(x,tt);if(x.isDepthTexture)bt=y(x.format===ns,x.type),et&&(L?e.texStorage2D(s.TEXTURE_2D,1,bt,tt.width,tt.height):e.texImage2D(s.TEXTURE_2D,0,bt,tt.width,tt.height,0,ut,Pt,null));else if(x.isDataTexture)if(Ot.length>0){L&&et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,Ot[0].width,Ot[0].height);for(let K=0,j=Ot.length;K<j;K++)ct=Ot[K],L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,Pt,ct.data):e.texImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ut,Pt,ct.data);x.generateMipmaps=!1}else L?(et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,tt.width,tt.height),rt&&$(x,tt,ut,Pt)):e.texImage2D(s.TEXTURE_2D,0,bt,tt.width,tt.height,0,ut,Pt,tt.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){L&&et&&e.texStorage3D(s.TEXTURE_2D_ARRAY,pt,bt,Ot[0].width,Ot[0].height,tt.depth);for(let K=0,j=Ot.length;K<j;K++)if(ct=Ot[K],x.format!==qe)if(ut!==null)if(L){if(rt)if(x.layerUpdates.size>0){let xt=Zl(ct.width,ct.height,x.format,x.type);for(let Ut of x.layerUpdates){let se=ct.data.subarray(Ut*xt/ct.data.BYTES_PER_ELEMENT,(Ut+1)*xt/ct.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,Ut,ct.width,ct.height,1,ut,se)}x.clearLayerUpdates()}else e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,0,ct.width,ct.height,tt.depth,ut,ct.data)}else e.compressedTexImage3D(s.TEXTURE_2D_ARRAY,K,bt,ct.width,ct.height,tt.depth,0,ct.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else L?rt&&e.texSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,0,ct.width,ct.height,tt.depth,ut,Pt,ct.data):e.texImage3D(s.TEXTURE_2D_ARRAY,K,bt,ct.width,ct.height,tt.depth,0,ut,Pt,ct.data)}else{L&&et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,Ot[0].width,Ot[0].height);for(let K=0,j=Ot.length;K<j;K++)ct=Ot[K],x.format!==qe?ut!==null?L?rt&&e.compressedTexSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,ct.data):e.compressedTexImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ct.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,Pt,ct.data):e.texImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ut,Pt,ct.data)}else if(x.isDataArrayTexture)if(L){if(et&&e.texStorage3D(s.TEXTURE_2D_ARRAY,pt,bt,tt.width,tt.height,tt.depth),rt)if(x.layerUpdates.size>0){let K=Zl(tt.width,tt.height,x.format,x.type);for(let j of x.layerUpdates){let xt=tt.data.subarray(j*K/tt.data.BYTES_PER_ELEMENT,(j+1)*K/tt.data.BYTES_PER_ELEMENT);e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,j,tt.width,tt.height,1,ut,Pt,xt)}x.clearLayerUpdates()}else e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,tt.width,tt.height,tt.depth,ut,Pt,tt.data)}else e.texImage3D(s.TEXTURE_2D_ARRAY,0,bt,tt.width,tt.height,tt.depth,0,ut,Pt,tt.data);else if(x.isData3DTexture)L?(et&&e.texStorage3D(s.TEXTURE_3D,pt,bt,tt.width,tt.height,tt.depth),rt&&e.texSubImage3D(s.TEXTURE_3D,0,0,0,0,tt.width,tt.height,tt.depth,ut,Pt,tt.data)):e.texImage3D(s.TEXTURE_3D,0,bt,tt.width,tt.height,tt.depth,0,ut,Pt,tt.data);else if(x.isFramebufferTexture){if(et)if(L)e.texStorage2D(s.TEXTURE_2D,pt,bt,tt.width,tt.height);else{let K=tt.width,j=tt.height;for(let xt=0;xt<pt;xt++)e.texImage2D(s.TEXTURE_2D,xt,bt,K,j,0,ut,Pt,null),K>>=1,j>>=1}}else if(Ot.length>0){if(L&&et){let K=ge(Ot[0]);e.texStorage2D(s.TEXTURE_2D,pt,bt,K.width,K.height)}for(let K=0,j=Ot.length;K<j;K++)ct=Ot[K],L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ut,Pt,ct):e.texImage2D(s.TEXTURE_2D,K,bt,ut,Pt,ct);x.generateMipmaps=!1}else if(L){if(et){let K=ge(tt);e.texStorage2D(s.TEXTURE_2D,pt,bt,K.width,K.height)}rt&&e.texSubImage2D(s.TEXTURE_2D,0,0,0,ut,Pt,tt)}else e.texImage2D(s.TEXTURE_2D,0,bt,ut,Pt,tt);m(x)&&p(Y),Mt.__version=X.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function st(E,x,F){if(x.image.length!==6)return;let Y=le(E,x),J=x.source;e.bindTexture(s.TEXTURE_CUBE_MAP,E.__webglTexture,s.TEXTURE0+F);let X=n.get(J);if(J.version!==X.__version||Y===!0){e.activeTexture(s.TEXTURE0+F);let Mt=qt.getPrimaries(qt.workingColorSpace),it=x.colorSpace===In?null:qt.getPrimaries(x.colorSpace),yt=x.colorSpace===In||Mt===it?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,x.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,x.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,yt);let vt=x.isCompressedTexture||x.image[0].isCompressedTexture,tt=x.image[0]&&x.image[0].isDataTexture,ut=[];for(let j=0;j<6;j++)!vt&&!tt?ut[j]=_(x.image[j],!0,i.maxCubemapSize):ut[j]=tt?x.image[j].image:x.image[j],ut[j]=be(x,ut[j]);let Pt=ut[0],bt=r.convert(x.format,x.colorSpace),ct=r.convert(x.type),Ot=b(x.internalFormat,bt,ct,x.colorSpace),L=x.isVideoTexture!==!0,et=X.__version===void 0||Y===!0,rt=J.dataReady,pt=A(x,Pt);zt(s.TEXTURE_CUBE_MAP,x);let K;if(vt){L&&et&&e.texStorage2D(s.TEXTURE_CUBE_MAP,pt,Ot,Pt.width,Pt.height);for(let j=0;j<6;j++){K=ut[j].mipmaps;for(let xt=0;xt<K.length;xt++){let Ut=K[xt];x.format!==qe?bt!==null?L?rt&&e.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt,0,0,Ut.width,Ut.height,bt,Ut.data):e.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt,Ot,Ut.width,Ut.height,0,Ut.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt,0,0,Ut.width,Ut.height,bt,ct,Ut.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt,Ot,Ut.width,Ut.height,0,bt,ct,Ut.data)}}}else{if(K=x.mipmaps,L&&et){K.length>0&&pt++;let j=ge(ut[0]);e.texStorage2D(s.TEXTURE_CUBE_MAP,pt,Ot,j.width,j.height)}for(let j=0;j<6;j++)if(tt){L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,0,0,0,ut[j].width,ut[j].height,bt,ct,ut[j].data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,0,Ot,ut[j].width,ut[j].height,0,bt,ct,ut[j].data);for(let xt=0;xt<K.length;xt++){let se=K[xt].image[j].image;L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt+1,0,0,se.width,se.height,bt,ct,se.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt+1,Ot,se.width,se.height,0,bt,ct,se.data)}}else{L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,0,0,0,bt,ct,ut[j]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,0,Ot,bt,ct,ut[j]);for(let xt=0;xt<K.length;xt++){let Ut=K[xt];L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt+1,0,0,bt,ct,Ut.image[j]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+j,xt+1,Ot,bt,ct,Ut.image[j])}}}m(x)&&p(s.TEXTURE_CUBE_MAP),X.__version=J.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function Rt(E,x,F,Y,J,X){let Mt=r.convert(F.format,F.colorSpace),it=r.convert(F.type),yt=b(F.internalFormat,Mt,it,F.colorSpace),vt=n.get(x),tt=n.get(F);if(tt.__renderTarget=x,!vt.__hasExternalTextures){let ut=Math.max(1,x.width>>X),Pt=Math.max(1,x.height>>X);J===s.TEXTURE_3D||J===s.TEXTURE_2D_ARRAY?e.texImage3D(J,X,yt,ut,Pt,x.depth,0,Mt,it,null):e.texImage2D(J,X,yt,ut,Pt,0,Mt,it,null)}e.bindFramebuffer(s.FRAMEBUFFER,E),gt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,Y,J,tt.__webglTexture,0,ce(x)):(J===s.TEXTURE_2D||J>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&J<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,Y,J,tt.__webglTexture,X),e.bindFramebuffer(s.FRAMEBUFFER,null)}function Ct(E,x,F){if(s.bindRenderbuffer(s.RENDERBUFFER,E),x.depthBuffer){let Y=x.depthTexture,J=Y&&Y.isDepthTexture?Y.type:null,X=y(x.stencilBuffer,J),Mt=x.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,it=ce(x);gt(x)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,it,X,x.width,x.height):F?s.renderbufferStorageMultisample(s.RENDERBUFFER,it,X,x.width,x.height):s.renderbufferStorage(s.RENDERBUFFER,X,x.width,x.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,Mt,s.RENDERBUFFER,E)}else{let Y=x.textures;for(let J=0;J<Y.length;J++){let X=Y[J],Mt=r.convert(X.format,X.colorSpace),it=r.convert(X.type),yt=b(X.internalFormat,Mt,it,X.colorSpace),vt=ce(x);F&&gt(x)===!1?s.renderbufferStorageMultisample(s.RENDERBUFFER,vt,yt,x.width,x.height):gt(x)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,vt,yt,x.width,x.height):s.renderbufferStorage(s.RENDERBUFFER,yt,x.width,x.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function Dt(E,x){if(x&&x.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(s.FRAMEBUFFER,E),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let Y=n.get(x.depthTexture);Y.__renderTarget=x,(!Y.__webglTexture||x.depthTexture.image.width!==x.width||x.depthTexture.image.height!==x.height)&&(x.depthTexture.image.width=x.width,x.depthTexture.image.height=x.height,x.depthTexture.needsUpdate=!0),Z(x.depthTexture,0);let J=Y.__webglTexture,X=ce(x);if(x.depthTexture.format===Gi)gt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,J,0,X):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,J,0);else if(x.depthTexture.format===ns)gt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,J,0,X):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,J,0);else throw new Error("Unknown depthTexture format")}function me(E){let x=n.get(E),F=E.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==E.depthTexture){let Y=E.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),Y){let J=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,Y.removeEventListener("dispose",J)};Y.addEventListener("dispose",J),x.__depthDisposeCallback=J}x.__boundDepthTexture=Y}if(E.depthTexture&&!x.__autoAllocateDepthBuffer){if(F)throw new Error("target.depthTexture not supported in Cube render targets");let Y=E.texture.mipmaps;Y&&Y.length>0?Dt(x.__webglFramebuffer[0],E):Dt(x.__webglFramebuffer,E)}else if(F){x.__webglDepthbuffer=[];for(let Y=0;Y<6;Y++)if(e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer[Y]),x.__webglDepthbuffer[Y]===void 0)x.__webglDepthbuffer[Y]=s.createRenderbuffer(),Ct(x.__webglDepthbuffer[Y],E,!1);else{let J=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,X=x.__webglDepthbuffer[Y];s.bindRenderbuffer(s.RENDERBUFFER,X),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,X)}}else{let Y=E.texture.mipmaps;if(Y&&Y.length>0?e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer[0]):e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=s.createRenderbuffer(),Ct(x.__webglDepthbuffer,E,!1);else{let J=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,X=x.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,X),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,X)}}e.bindFramebuffer(s.FRAMEBUFFER,null)}function Xt(E,x,F){let Y=n.get(E);x!==void 0&&Rt(Y.__webglFramebuffer,E,E.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),F!==void 0&&me(E)}function I(E){let x=E.texture,F=n.get(E),Y=n.get(x);E.addEventListener("dispose",C);let J=E.textures,X=E.isWebGLCubeRenderTarget===!0,Mt=J.length>1;if(Mt||(Y.__webglTexture===void 0&&(Y.__webglTexture=s.createTexture()),Y.__version=x.version,o.memory.textures++),X){F.__webglFramebuffer=[];for(let it=0;it<6;it++)if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer[it]=[];for(let yt=0;yt<x.mipmaps.length;yt++)F.__webglFramebuffer[it][yt]=s.createFramebuffer()}else F.__webglFramebuffer[it]=s.createFramebuffer()}else{if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer=[];for(let it=0;it<x.mipmaps.length;it++)F.__webglFramebuffer[it]=s.createFramebuffer()}else F.__webglFramebuffer=s.createFramebuffer();if(Mt)for(let it=0,yt=J.length;it<yt;it++){let vt=n.get(J[it]);vt.__webglTexture===void 0&&(vt.__webglTexture=s.createTexture(),o.memory.textures++)}if(E.samples>0&&gt(E)===!1){F.__webglMultisampledFramebuffer=s.createFramebuffer(),F.__webglColorRenderbuffer=[],e.bindFramebuffer(s.FRAMEBUFFER,F.__webglMultisampledFramebuffer);for(let it=0;it<J.length;it++){let yt=J[it];F.__webglColorRenderbuffer[it]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,F.__webglColorRenderbuffer[it]);let vt=r.convert(yt.format,yt.colorSpace),tt=r.convert(yt.type),ut=b(yt.internalFormat,vt,tt,yt.colorSpace,E.isXRRenderTarget===!0),Pt=ce(E);s.renderbufferStorageMultisample(s.RENDERBUFFER,Pt,ut,E.width,E.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+it,s.RENDERBUFFER,F.__webglColorRenderbuffer[it])}s.bindRenderbuffer(s.RENDERBUFFER,null),E.depthBuffer&&(F.__webglDepthRenderbuffer=s.createRenderbuffer(),Ct(F.__webglDepthRenderbuffer,E,!0)),e.bindFramebuffer(s.FRAMEBUFFER,null)}}if(X){e.bindTexture(s.TEXTURE_CUBE_MAP,Y.__webglTexture),zt(s.TEXTURE_CUBE_MAP,x);for(let it=0;it<6;it++)if(x.mipmaps&&x.mipmaps.length>0)for(let yt=0;yt<x.mipmaps.length;yt++)Rt(F.__webglFramebuffer[it][yt],E,x,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+it,yt);else Rt(F.__webglFramebuffer[it],E,x,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+it,0);m(x)&&p(s.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(Mt){for(let it=0,yt=J.length;it<yt;it++){let vt=J[it],tt=n.get(vt),ut=s.TEXTURE_2D;(E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(ut=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(ut,tt.__webglTexture),zt(ut,vt),Rt(F.__webglFramebuffer,E,vt,s.COLOR_ATTACHMENT0+it,ut,0),m(vt)&&p(ut)}e.unbindTexture()}else{let it=s.TEXTURE_2D;if((E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(it=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(it,Y.__webglTexture),zt(it,x),x.mipmaps&&x.mipmaps.length>0)for(let yt=0;yt<x.mipmaps.length;yt++)Rt(F.__webglFramebuffer[yt],E,x,s.COLOR_ATTACHMENT0,it,yt);else Rt(F.__webglFramebuffer,E,x,s.COLOR_ATTACHMENT0,it,0);m(x)&&p(it),e.unbindTexture()}E.depthBuffer&&me(E)}function ie(E){let x=E.textures;for(let F=0,Y=x.length;F<Y;F++){let J=x[F];if(m(J)){let X=S(E),Mt=n.get(J).__webglTexture;e.bindTexture(X,Mt),p(X),e.unbindTexture()}}}let Tt=[],Zt=[];function wt(E){if(E.samples>0){if(gt(E)===!1){let x=E.textures,F=E.width,Y=E.height,J=s.COLOR_BUFFER_BIT,X=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,Mt=n.get(E),it=x.length>1;if(it)for(let vt=0;vt<x.length;vt++)e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.RENDERBUFFER,null),e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.TEXTURE_2D,null,0);e.bindFramebuffer(s.READ_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer);let yt=E.texture.mipmaps;yt&&yt.length>0?e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer[0]):e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer);for(let vt=0;vt<x.length;vt++){if(E.resolveDepthBuffer&&(E.depthBuffer&&(J|=s.DEPTH_BUFFER_BIT),E.stencilBuffer&&E.resolveStencilBuffer&&(J|=s.STENCIL_BUFFER_BIT)),it){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let tt=n.get(x[vt]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,tt,0)}s.blitFramebuffer(0,0,F,Y,0,0,F,Y,J,s.NEAREST),l===!0&&(Tt.length=0,Zt.length=0,Tt.push(s.COLOR_ATTACHMENT0+vt),E.depthBuffer&&E.resolveDepthBuffer===!1&&(Tt.push(X),Zt.push(X),s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,Zt)),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Tt))}if(e.bindFramebuffer(s.READ_FRAMEBUFFER,null),e.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),it)for(let vt=0;vt<x.length;vt++){e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let tt=n.get(x[vt]).__webglTexture;e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.TEXTURE_2D,tt,0)}e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer)}else if(E.depthBuffer&&E.resolveDepthBuffer===!1&&l){let x=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[x])}}}function ce(E){return Math.min(i.maxSamples,E.samples)}function gt(E){let x=n.get(E);return E.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Ht(E){let x=o.render.frame;h.get(E)!==x&&(h.set(E,x),E.update())}function be(E,x){let F=E.colorSpace,Y=E.format,J=E.type;return E.isCompressedTexture===!0||E.isVideoTexture===!0||F!==ai&&F!==In&&(qt.getTransfer(F)===Qt?(Y!==qe||J!==hn)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",F)),x}function ge(E){return typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement?(c.width=E.naturalWidth||E.width,c.height=E.naturalHeight||E.height):typeof VideoFrame<"u"&&E instanceof VideoFrame?(c.width=E.displayWidth,c.height=E.displayHeight):(c.width=E.width,c.height=E.height),c}this.allocateTextureUnit=G,this.resetTextureUnits=H,this.setTexture2D=Z,this.setTexture2DArray=q,this.setTexture3D=nt,this.setTextureCube=W,this.rebindTextures=Xt,this.setupRenderTarget=I,this.updateRenderTargetMipmap=ie,this.updateMultisampleRenderTarget=wt,this.setupDepthRenderbuffer=me,this.setupFrameBufferTexture=Rt,this.useMultisampledRTT=gt}function d_(s,t){function e(n,i=In){let r,o=qt.getTransfer(i);if(n===hn)return s.UNSIGNED_BYTE;if(n===Ro)return s.UNSIGNED_SHORT_4_4_4_4;if(n===Co)return s.UNSIGNED_SHORT_5_5_5_1;if(n===Bl)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===Ol)return s.BYTE;if(n===kl)return s.SHORT;if(n===Qi)return s.UNSIGNED_SHORT;if(n===Ao)return s.INT;if(n===Wn)return s.UNSIGNED_INT;if(n===Qe)return s.FLOAT;if(n===ts)return s.HALF_FLOAT;if(n===zl)return s.ALPHA;if(n===Hl)return s.RGB;if(n===qe)return s.RGBA;if(n===Gi)return s.DEPTH_COMPONENT;if(n===ns)return s.DEPTH_STENCIL;if(n===Io)return s.RED;if(n===Po)return s.RED_INTEGER;if(n===Vl)return s.RG;if(n===Lo)return s.RG_INTEGER;if(n===Do)return s.RGBA_INTEGER;if(n===tr||n===er||n===nr||n===ir)if(o===Qt)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===tr)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===er)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===nr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===ir)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===tr)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===er)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===nr)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===ir)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Uo||n===No||n===Fo||n===Oo)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Uo)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===No)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Fo)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Oo)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===ko||n===Bo||n===zo)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===ko||n===Bo)return o===Qt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===zo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Ho||n===Vo||n===Go||n===Wo||n===Xo||n===qo||n===Yo||n===$o||n===jo||n===Zo||n===Jo||n===Ko||n===Qo||n===ta)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Ho)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Vo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Go)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Wo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Xo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===qo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Yo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===$o)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===jo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Zo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Jo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Ko)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Qo)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===ta)return o===Qt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===sr||n===ea||n===na)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===sr)return o===Qt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===ea)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===na)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Gl||n===ia||n===sa||n===ra)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===sr)return r.COMPRESSED_RED_RGTC1_EXT;if(n===ia)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===sa)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===ra)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===es?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:e}}var ha=class extends Ie{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}},f_=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,p_=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,cc=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ha(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new We({vertexShader:f_,fragmentShader:p_,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Jt(new di(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},hc=class extends Tn{constructor(t,e){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,g=null,_=new cc,m={},p=e.getContextAttributes(),S=null,b=null,y=[],A=[],T=new kt,C=null,D=new Ce;D.viewport=new re;let w=new Ce;w.viewport=new re;let M=[D,w],R=new fo,H=null,G=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function($){let lt=y[$];return lt===void 0&&(lt=new qi,y[$]=lt),lt.getTargetRaySpace()},this.getControllerGrip=function($){let lt=y[$];return lt===void 0&&(lt=new qi,y[$]=lt),lt.getGripSpace()},this.getHand=function($){let lt=y[$];return lt===void 0&&(lt=new qi,y[$]=lt),lt.getHandSpace()};function V($){let lt=A.indexOf($.inputSource);if(lt===-1)return;let st=y[lt];st!==void 0&&(st.update($.inputSource,$.frame,c||o),st.dispatchEvent({type:$.type,data:$.inputSource}))}function Z(){i.removeEventListener("select",V),i.removeEventListener("selectstart",V),i.removeEventListener("selectend",V),i.removeEventListener("squeeze",V),i.removeEventListener("squeezestart",V),i.removeEventListener("squeezeend",V),i.removeEventListener("end",Z),i.removeEventListener("inputsourceschange",q);for(let $=0;$<y.length;$++){let lt=A[$];lt!==null&&(A[$]=null,y[$].disconnect(lt))}H=null,G=null,_.reset();for(let $ in m)delete m[$];t.setRenderTarget(S),f=null,d=null,u=null,i=null,b=null,ee.stop(),n.isPresenting=!1,t.setPixelRatio(C),t.setSize(T.width,T.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function($){r=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function($){a=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function($){c=$},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u},this.getFrame=function(){return g},this.getSession=function(){return i},this.setSession=async function($){if(i=$,i!==null){if(S=t.getRenderTarget(),i.addEventListener("select",V),i.addEventListener("selectstart",V),i.addEventListener("selectend",V),i.addEventListener("squeeze",V),i.addEventListener("squeezestart",V),i.addEventListener("squeezeend",V),i.addEventListener("end",Z),i.addEventListener("inputsourceschange",q),p.xrCompatible!==!0&&await e.makeXRCompatible(),C=t.getPixelRatio(),t.getSize(T),typeof XRWebGLBinding<"u"&&(u=new XRWebGLBinding(i,e)),u!==null&&"createProjectionLayer"in XRWebGLBinding.prototype){let st=null,Rt=null,Ct=null;p.depth&&(Ct=p.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,st=p.stencil?ns:Gi,Rt=p.stencil?es:Wn);let Dt={colorFormat:e.RGBA8,depthFormat:Ct,scaleFactor:r};d=u.createProjectionLayer(Dt),i.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),b=new dn(d.textureWidth,d.textureHeight,{format:qe,type:hn,depthTexture:new Hs(d.textureWidth,d.textureHeight,Rt,void 0,void 0,void 0,void 0,void 0,void 0,st),stencilBuffer:p.stencil,colorSpace:t.outputColorSpace,samples:p.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1})}else{let st={antialias:p.antialias,alpha:!0,depth:p.depth,stencil:p.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,e,st),i.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new dn(f.framebufferWidth,f.framebufferHeight,{format:qe,type:hn,colorSpace:t.outputColorSpace,stencilBuffer:p.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),ee.setContext(i),ee.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return _.getDepthTexture()};function q($){for(let lt=0;lt<$.removed.length;lt++){let st=$.removed[lt],Rt=A.indexOf(st);Rt>=0&&(A[Rt]=null,y[Rt].disconnect(st))}for(let lt=0;lt<$.added.length;lt++){let st=$.added[lt],Rt=A.indexOf(st);if(Rt===-1){for(let Dt=0;Dt<y.length;Dt++)if(Dt>=A.length){A.push(st),Rt=Dt;break}else if(A[Dt]===null){A[Dt]=st,Rt=Dt;break}if(Rt===-1)break}let Ct=y[Rt];Ct&&Ct.connect(st)}}let nt=new P,W=new P;function at($,lt,st){nt.setFromMatrixPosition(lt.matrixWorld),W.setFromMatrixPosition(st.matrixWorld);let Rt=nt.distanceTo(W),Ct=lt.projectionMatrix.elements,Dt=st.projectionMatrix.elements,me=Ct[14]/(Ct[10]-1),Xt=Ct[14]/(Ct[10]+1),I=(Ct[9]+1)/Ct[5],ie=(Ct[9]-1)/Ct[5],Tt=(Ct[8]-1)/Ct[0],Zt=(Dt[8]+1)/Dt[0],wt=me*Tt,ce=me*Zt,gt=Rt/(-Tt+Zt),Ht=gt*-Tt;if(lt.matrixWorld.decompose($.position,$.quaternion,$.scale),$.translateX(Ht),$.translateZ(gt),$.matrixWorld.compose($.position,$.quaternion,$.scale),$.matrixWorldInverse.copy($.matrixWorld).invert(),Ct[10]===-1)$.projectionMatrix.copy(lt.projectionMatrix),$.projectionMatrixInverse.copy(lt.projectionMatrixInverse);else{let be=me+gt,ge=Xt+gt,E=wt-Ht,x=ce+(Rt-Ht),F=I*Xt/ge*be,Y=ie*Xt/ge*be;$.projectionMatrix.makePerspective(E,x,F,Y,be,ge),$.projectionMatrixInverse.copy($.projectionMatrix).invert()}}function dt($,lt){lt===null?$.matrixWorld.copy($.matrix):$.matrixWorld.multiplyMatrices(lt.matrixWorld,$.matrix),$.matrixWorldInverse.copy($.matrixWorld).invert()}this.updateCamera=function($){if(i===null)return;let lt=$.near,st=$.far;_.texture!==null&&(_.depthNear>0&&(lt=_.depthNear),_.depthFar>0&&(st=_.depthFar)),R.near=w.near=D.near=lt,R.far=w.far=D.far=st,(H!==R.near||G!==R.far)&&(i.updateRenderState({depthNear:R.near,depthFar:R.far}),H=R.near,G=R.far),R.layers.mask=$.layers.mask|6,D.layers.mask=R.layers.mask&3,w.layers.mask=R.layers.mask&5;let Rt=$.parent,Ct=R.cameras;dt(R,Rt);for(let Dt=0;Dt<Ct.length;Dt++)dt(Ct[Dt],Rt);Ct.length===2?at(R,D,w):R.projectionMatrix.copy(D.projectionMatrix),St($,R,Rt)};function St($,lt,st){st===null?$.matrix.copy(lt.matrixWorld):($.matrix.copy(st.matrixWorld),$.matrix.invert(),$.matrix.multiply(lt.matrixWorld)),$.matrix.decompose($.position,$.quaternion,$.scale),$.updateMatrixWorld(!0),$.projectionMatrix.copy(lt.projectionMatrix),$.projectionMatrixInverse.copy(lt.projectionMatrixInverse),$.isPerspectiveCamera&&($.fov=qr*2*Math.atan(1/$.projectionMatrix.elements[5]),$.zoom=1)}this.getCamera=function(){return R},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function($){l=$,d!==null&&(d.fixedFoveation=$),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=$)},this.hasDepthSensing=function(){return _.texture!==null},this.getDepthSensingMesh=function(){return _.getMesh(R)},this.getCameraTexture=function($){return m[$]};let zt=null;function le($,lt){if(h=lt.getViewerPose(c||o),g=lt,h!==null){let st=h.views;f!==null&&(t.setRenderTargetFramebuffer(b,f.framebuffer),t.setRenderTarget(b));let Rt=!1;st.length!==R.cameras.length&&(R.cameras.length=0,Rt=!0);for(let Xt=0;Xt<st.length;Xt++){let I=st[Xt],ie=null;if(f!==null)ie=f.getViewport(I);else{let Zt=u.getViewSubImage(d,I);ie=Zt.viewport,Xt===0&&(t.setRenderTargetTextures(b,Zt.colorTexture,Zt.depthStencilTexture),t.setRenderTarget(b))}let Tt=M[Xt];Tt===void 0&&(Tt=new Ce,Tt.layers.enable(Xt),Tt.viewport=new re,M[Xt]=Tt),Tt.matrix.fromArray(I.transform.matrix),Tt.matrix.decompose(Tt.position,Tt.quaternion,Tt.scale),Tt.projectionMatrix.fromArray(I.projectionMatrix),Tt.projectionMatrixInverse.copy(Tt.projectionMatrix).invert(),Tt.viewport.set(ie.x,ie.y,ie.width,ie.height),Xt===0&&(R.matrix.copy(Tt.matrix),R.matrix.decompose(R.position,R.quaternion,R.scale)),Rt===!0&&R.cameras.push(Tt)}let Ct=i.enabledFeatures;if(Ct&&Ct.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&u){let Xt=u.getDepthInformation(st[0]);Xt&&Xt.isValid&&Xt.texture&&_.init(Xt,i.renderState)}if(Ct&&Ct.includes("camera-access")&&(t.state.unbindTexture(),u))for(let Xt=0;Xt<st.length;Xt++){let I=st[Xt].camera;if(I){let ie=m[I];ie||(ie=new ha,m[I]=ie);let Tt=u.getCameraImage(I);ie.sourceTexture=Tt}}}for(let st=0;st<y.length;st++){let Rt=A[st],Ct=y[st];Rt!==null&&Ct!==void 0&&Ct.update(Rt,lt,c||o)}zt&&zt($,lt),lt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:lt}),g=null}let ee=new Fu;ee.setAnimationLoop(le),this.setAnimationLoop=function($){zt=$},this.dispose=function(){}}},yi=new Ke,m_=new Bt;function g_(s,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Yl(s)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function i(m,p,S,b,y){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,y)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,S,b):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Te&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Te&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let S=t.get(p),b=S.envMap,y=S.envMapRotation;b&&(m.envMap.value=b,yi.copy(y),yi.x*=-1,yi.y*=-1,yi.z*=-1,b.isCubeTexture&&b.isRenderTargetTexture===!1&&(yi.y*=-1,yi.z*=-1),m.envMapRotation.value.setFromMatrix4(m_.makeRotationFromEuler(yi)),m.flipEnvMap.value=b.isCubeTexture&&b.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,S,b){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*S,m.scale.value=b*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,S){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Te&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=S.texture,m.transmissionSamplerSize.value.set(S.width,S.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){let S=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(S.matrixWorld),m.nearDistance.value=S.shadow.camera.near,m.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function __(s,t,e,n){let i={},r={},o=[],a=s.getParameter(s.MAX_UNIFORM_BUFFER_BINDINGS);function l(S,b){let y=b.program;n.uniformBlockBinding(S,y)}function c(S,b){let y=i[S.id];y===void 0&&(g(S),y=h(S),i[S.id]=y,S.addEventListener("dispose",m));let A=b.program;n.updateUBOMapping(S,A);let T=t.render.frame;r[S.id]!==T&&(d(S),r[S.id]=T)}function h(S){let b=u();S.__bindingPointIndex=b;let y=s.createBuffer(),A=S.__size,T=S.usage;return s.bindBuffer(s.UNIFORM_BUFFER,y),s.bufferData(s.UNIFORM_BUFFER,A,T),s.bindBuffer(s.UNIFORM_BUFFER,null),s.bindBufferBase(s.UNIFORM_BUFFER,b,y),y}function u(){for(let S=0;S<a;S++)if(o.indexOf(S)===-1)return o.push(S),S;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function d(S){let b=i[S.id],y=S.uniforms,A=S.__cache;s.bindBuffer(s.UNIFORM_BUFFER,b);for(let T=0,C=y.length;T<C;T++){let D=Array.isArray(y[T])?y[T]:[y[T]];for(let w=0,M=D.length;w<M;w++){let R=D[w];if(f(R,T,w,A)===!0){let H=R.__offset,G=Array.isArray(R.value)?R.value:[R.value],V=0;for(let Z=0;Z<G.length;Z++){let q=G[Z],nt=_(q);typeof q=="number"||typeof q=="boolean"?(R.__data[0]=q,s.bufferSubData(s.UNIFORM_BUFFER,H+V,R.__data)):q.isMatrix3?(R.__data[0]=q.elements[0],R.__data[1]=q.elements[1],R.__data[2]=q.elements[2],R.__data[3]=0,R.__data[4]=q.elements[3],R.__data[5]=q.elements[4],R.__data[6]=q.elements[5],R.__data[7]=0,R.__data[8]=q.elements[6],R.__data[9]=q.elements[7],R.__data[10]=q.elements[8],R.__data[11]=0):(q.toArray(R.__data,V),V+=nt.storage/Float32Array.BYTES_PER_ELEMENT)}s.bufferSubData(s.UNIFORM_BUFFER,H,R.__data)}}}s.bindBuffer(s.UNIFORM_BUFFER,null)}function f(S,b,y,A){let T=S.value,C=b+"_"+y;if(A[C]===void 0)return typeof T=="number"||typeof T=="boolean"?A[C]=T:A[C]=T.clone(),!0;{let D=A[C];if(typeof T=="number"||typeof T=="boolean"){if(D!==T)return A[C]=T,!0}else if(D.equals(T)===!1)return D.copy(T),!0}return!1}function g(S){let b=S.uniforms,y=0,A=16;for(let C=0,D=b.length;C<D;C++){let w=Array.isArray(b[C])?b[C]:[b[C]];for(let M=0,R=w.length;M<R;M++){let H=w[M],G=Array.isArray(H.value)?H.value:[H.value];for(let V=0,Z=G.length;V<Z;V++){let q=G[V],nt=_(q),W=y%A,at=W%nt.boundary,dt=W+at;y+=at,dt!==0&&A-dt<nt.storage&&(y+=A-dt),H.__data=new Float32Array(nt.storage/Float32Array.BYTES_PER_ELEMENT),H.__offset=y,y+=nt.storage}}}let T=y%A;return T>0&&(y+=A-T),S.__size=y,S.__cache={},this}function _(S){let b={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(b.boundary=4,b.storage=4):S.isVector2?(b.boundary=8,b.storage=8):S.isVector3||S.isColor?(b.boundary=16,b.storage=12):S.isVector4?(b.boundary=16,b.storage=16):S.isMatrix3?(b.boundary=48,b.storage=48):S.isMatrix4?(b.boundary=64,b.storage=64):S.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",S),b}function m(S){let b=S.target;b.removeEventListener("dispose",m);let y=o.indexOf(b.__bindingPointIndex);o.splice(y,1),s.deleteBuffer(i[b.id]),delete i[b.id],delete r[b.id]}function p(){for(let S in i)s.deleteBuffer(i[S]);o=[],i={},r={}}return{bind:l,update:c,dispose:p}}var ua=class{constructor(t={}){let{canvas:e=lu(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1}=t;this.isWebGLRenderer=!0;let f;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");f=n.getContextAttributes().alpha}else f=o;let g=new Uint32Array(4),_=new Int32Array(4),m=null,p=null,S=[],b=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Cn,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let y=this,A=!1;this._outputColorSpace=De;let T=0,C=0,D=null,w=-1,M=null,R=new re,H=new re,G=null,V=new mt(0),Z=0,q=e.width,nt=e.height,W=1,at=null,dt=null,St=new re(0,0,q,nt),zt=new re(0,0,q,nt),le=!1,ee=new Zi,$=!1,lt=!1,st=new Bt,Rt=new P,Ct=new re,Dt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},me=!1;function Xt(){return D===null?W:1}let I=n;function ie(v,U){return e.getContext(v,U)}try{let v={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"179"}`),e.addEventListener("webglcontextlost",rt,!1),e.addEventListener("webglcontextrestored",pt,!1),e.addEventListener("webglcontextcreationerror",K,!1),I===null){let U="webgl2";if(I=ie(U,v),I===null)throw ie(U)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(v){throw console.error("THREE.WebGLRenderer: "+v.message),v}let Tt,Zt,wt,ce,gt,Ht,be,ge,E,x,F,Y,J,X,Mt,it,yt,vt,tt,ut,Pt,bt,ct,Ot;function L(){Tt=new Ng(I),Tt.init(),bt=new d_(I,Tt),Zt=new Rg(I,Tt,t,bt),wt=new h_(I,Tt),Zt.reversedDepthBuffer&&d&&wt.buffers.depth.setReversed(!0),ce=new kg(I),gt=new J0,Ht=new u_(I,Tt,wt,gt,Zt,bt,ce),be=new Ig(y),ge=new Ug(y),E=new Wf(I),ct=new Tg(I,E),x=new Fg(I,E,ce,ct),F=new zg(I,x,E,ce),tt=new Bg(I,Zt,Ht),it=new Cg(gt),Y=new Z0(y,be,ge,Tt,Zt,ct,it),J=new g_(y,gt),X=new Q0,Mt=new r_(Tt),vt=new Eg(y,be,ge,wt,F,f,l),yt=new l_(y,F,Zt),Ot=new __(I,ce,Zt,wt),ut=new Ag(I,Tt,ce),Pt=new Og(I,Tt,ce),ce.programs=Y.programs,y.capabilities=Zt,y.extensions=Tt,y.properties=gt,y.renderLists=X,y.shadowMap=yt,y.state=wt,y.info=ce}L();let et=new hc(y,I);this.xr=et,this.getContext=function(){return I},this.getContextAttributes=function(){return I.getContextAttributes()},this.forceContextLoss=function(){let v=Tt.get("WEBGL_lose_context");v&&v.loseContext()},this.forceContextRestore=function(){let v=Tt.get("WEBGL_lose_context");v&&v.restoreContext()},this.getPixelRatio=function(){return W},this.setPixelRatio=function(v){v!==void 0&&(W=v,this.setSize(q,nt,!1))},this.getSize=function(v){return v.set(q,nt)},this.setSize=function(v,U,B=!0){if(et.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}q=v,nt=U,e.width=Math.floor(v*W),e.height=Math.floor(U*W),B===!0&&(e.style.width=v+"px",e.style.height=U+"px"),this.setViewport(0,0,v,U)},this.getDrawingBufferSize=function(v){return v.set(q*W,nt*W).floor()},this.setDrawingBufferSize=function(v,U,B){q=v,nt=U,W=B,e.width=Math.floor(v*B),e.height=Math.floor(U*B),this.setViewport(0,0,v,U)},this.getCurrentViewport=function(v){return v.copy(R)},this.getViewport=function(v){return v.copy(St)},this.setViewport=function(v,U,B,z){v.isVector4?St.set(v.x,v.y,v.z,v.w):St.set(v,U,B,z),wt.viewport(R.copy(St).multiplyScalar(W).round())},this.getScissor=function(v){return v.copy(zt)},this.setScissor=function(v,U,B,z){v.isVector4?zt.set(v.x,v.y,v.z,v.w):zt.set(v,U,B,z),wt.scissor(H.copy(zt).multiplyScalar(W).round())},this.getScissorTest=function(){return le},this.setScissorTest=function(v){wt.setScissorTest(le=v)},this.setOpaqueSort=function(v){at=v},this.setTransparentSort=function(v){dt=v},this.getClearColor=function(v){return v.copy(vt.getClearColor())},this.setClearColor=function(){vt.setClearColor(...arguments)},this.getClearAlpha=function(){return vt.getClearAlpha()},this.setClearAlpha=function(){vt.setClearAlpha(...arguments)},this.clear=function(v=!0,U=!0,B=!0){let z=0;if(v){let N=!1;if(D!==null){let Q=D.texture.format;N=Q===Do||Q===Lo||Q===Po}if(N){let Q=D.texture.type,ht=Q===hn||Q===Wn||Q===Qi||Q===es||Q===Ro||Q===Co,_t=vt.getClearColor(),ft=vt.getClearAlpha(),It=_t.r,Lt=_t.g,Et=_t.b;ht?(g[0]=It,g[1]=Lt,g[2]=Et,g[3]=ft,I.clearBufferuiv(I.COLOR,0,g)):(_[0]=It,_[1]=Lt,_[2]=Et,_[3]=ft,I.clearBufferiv(I.COLOR,0,_))}else z|=I.COLOR_BUFFER_BIT}U&&(z|=I.DEPTH_BUFFER_BIT),B&&(z|=I.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),I.clear(z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",rt,!1),e.removeEventListener("webglcontextrestored",pt,!1),e.removeEventListener("webglcontextcreationerror",K,!1),vt.dispose(),X.dispose(),Mt.dispose(),gt.dispose(),be.dispose(),ge.dispose(),F.dispose(),ct.dispose(),Ot.dispose(),Y.dispose(),et.dispose(),et.removeEventListener("sessionstart",un),et.removeEventListener("sessionend",Lc),$n.stop()};function rt(v){v.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),A=!0}function pt(){console.log("THREE.WebGLRenderer: Context Restored."),A=!1;let v=ce.autoReset,U=yt.enabled,B=yt.autoUpdate,z=yt.needsUpdate,N=yt.type;L(),ce.autoReset=v,yt.enabled=U,yt.autoUpdate=B,yt.needsUpdate=z,yt.type=N}function K(v){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",v.statusMessage)}function j(v){let U=v.target;U.removeEventListener("dispose",j),xt(U)}function xt(v){Ut(v),gt.remove(v)}function Ut(v){let U=gt.get(v).programs;U!==void 0&&(U.forEach(function(B){Y.releaseProgram(B)}),v.isShaderMaterial&&Y.releaseShaderCache(v))}this.renderBufferDirect=function(v,U,B,z,N,Q){U===null&&(U=Dt);let ht=N.isMesh&&N.matrixWorld.determinant()<0,_t=Od(v,U,B,z,N);wt.setMaterial(z,ht);let ft=B.index,It=1;if(z.wireframe===!0){if(ft=x.getWireframeAttribute(B),ft===void 0)return;It=2}let Lt=B.drawRange,Et=B.attributes.position,Vt=Lt.start*It,te=(Lt.start+Lt.count)*It;Q!==null&&(Vt=Math.max(Vt,Q.start*It),te=Math.min(te,(Q.start+Q.count)*It)),ft!==null?(Vt=Math.max(Vt,0),te=Math.min(te,ft.count)):Et!=null&&(Vt=Math.max(Vt,0),te=Math.min(te,Et.count));let pe=te-Vt;if(pe<0||pe===1/0)return;ct.setup(N,z,_t,B,ft);let oe,ne=ut;if(ft!==null&&(oe=E.get(ft),ne=Pt,ne.setIndex(oe)),N.isMesh)z.wireframe===!0?(wt.setLineWidth(z.wireframeLinewidth*Xt()),ne.setMode(I.LINES)):ne.setMode(I.TRIANGLES);else if(N.isLine){let At=z.linewidth;At===void 0&&(At=1),wt.setLineWidth(At*Xt()),N.isLineSegments?ne.setMode(I.LINES):N.isLineLoop?ne.setMode(I.LINE_LOOP):ne.setMode(I.LINE_STRIP)}else N.isPoints?ne.setMode(I.POINTS):N.isSprite&&ne.setMode(I.TRIANGLES);if(N.isBatchedMesh)if(N._multiDrawInstances!==null)li("THREE.WebGLRenderer: renderMultiDrawInstances has been deprecated and will be removed in r184. Append to renderMultiDraw arguments and use indirection."),ne.renderMultiDrawInstances(N._multiDrawStarts,N._multiDrawCounts,N._multiDrawCount,N._multiDrawInstances);else if(Tt.get("WEBGL_multi_draw"))ne.renderMultiDraw(N._multiDrawStarts,N._multiDrawCounts,N._multiDrawCount);else{let At=N._multiDrawStarts,he=N._multiDrawCounts,Yt=N._multiDrawCount,Be=ft?E.get(ft).bytesPerElement:1,Ti=gt.get(z).currentProgram.getUniforms();for(let ze=0;ze<Yt;ze++)Ti.setValue(I,"_gl_DrawID",ze),ne.render(At[ze]/Be,he[ze])}else if(N.isInstancedMesh)ne.renderInstances(Vt,pe,N.count);else if(B.isInstancedBufferGeometry){let At=B._maxInstanceCount!==void 0?B._maxInstanceCount:1/0,he=Math.min(B.instanceCount,At);ne.renderInstances(Vt,pe,he)}else ne.render(Vt,pe)};function se(v,U,B){v.transparent===!0&&v.side===Oe&&v.forceSinglePass===!1?(v.side=Te,v.needsUpdate=!0,dr(v,U,B),v.side=an,v.needsUpdate=!0,dr(v,U,B),v.side=Oe):dr(v,U,B)}this.compile=function(v,U,B=null){B===null&&(B=v),p=Mt.get(B),p.init(U),b.push(p),B.traverseVisible(function(N){N.isLight&&N.layers.test(U.layers)&&(p.pushLight(N),N.castShadow&&p.pushShadow(N))}),v!==B&&v.traverseVisible(function(N){N.isLight&&N.layers.test(U.layers)&&(p.pushLight(N),N.castShadow&&p.pushShadow(N))}),p.setupLights();let z=new Set;return v.traverse(function(N){if(!(N.isMesh||N.isPoints||N.isLine||N.isSprite))return;let Q=N.material;if(Q)if(Array.isArray(Q))for(let ht=0;ht<Q.length;ht++){let _t=Q[ht];se(_t,B,N),z.add(_t)}else se(Q,B,N),z.add(Q)}),p=b.pop(),z},this.compileAsync=function(v,U,B=null){let z=this.compile(v,U,B);return new Promise(N=>{function Q(){if(z.forEach(function(ht){gt.get(ht).currentProgram.isReady()&&z.delete(ht)}),z.size===0){N(v);return}setTimeout(Q,10)}Tt.get("KHR_parallel_shader_compile")!==null?Q():setTimeout(Q,10)})};let Kt=null;function yn(v){Kt&&Kt(v)}function un(){$n.stop()}function Lc(){$n.start()}let $n=new Fu;$n.setAnimationLoop(yn),typeof self<"u"&&$n.setContext(self),this.setAnimationLoop=function(v){Kt=v,et.setAnimationLoop(v),v===null?$n.stop():$n.start()},et.addEventListener("sessionstart",un),et.addEventListener("sessionend",Lc),this.render=function(v,U){if(U!==void 0&&U.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(A===!0)return;if(v.matrixWorldAutoUpdate===!0&&v.updateMatrixWorld(),U.parent===null&&U.matrixWorldAutoUpdate===!0&&U.updateMatrixWorld(),et.enabled===!0&&et.isPresenting===!0&&(et.cameraAutoUpdate===!0&&et.updateCamera(U),U=et.getCamera()),v.isScene===!0&&v.onBeforeRender(y,v,U,D),p=Mt.get(v,b.length),p.init(U),b.push(p),st.multiplyMatrices(U.projectionMatrix,U.matrixWorldInverse),ee.setFromProjectionMatrix(st,on,U.reversedDepth),lt=this.localClippingEnabled,$=it.init(this.clippingPlanes,lt),m=X.get(v,S.length),m.init(),S.push(m),et.enabled===!0&&et.isPresenting===!0){let Q=y.xr.getDepthSensingMesh();Q!==null&&Wa(Q,U,-1/0,y.sortObjects)}Wa(v,U,0,y.sortObjects),m.finish(),y.sortObjects===!0&&m.sort(at,dt),me=et.enabled===!1||et.isPresenting===!1||et.hasDepthSensing()===!1,me&&vt.addToRenderList(m,v),this.info.render.frame++,$===!0&&it.beginShadows();let B=p.state.shadowsArray;yt.render(B,v,U),$===!0&&it.endShadows(),this.info.autoReset===!0&&this.info.reset();let z=m.opaque,N=m.transmissive;if(p.setupLights(),U.isArrayCamera){let Q=U.cameras;if(N.length>0)for(let ht=0,_t=Q.length;ht<_t;ht++){let ft=Q[ht];Uc(z,N,v,ft)}me&&vt.render(v);for(let ht=0,_t=Q.length;ht<_t;ht++){let ft=Q[ht];Dc(m,v,ft,ft.viewport)}}else N.length>0&&Uc(z,N,v,U),me&&vt.render(v),Dc(m,v,U);D!==null&&C===0&&(Ht.updateMultisampleRenderTarget(D),Ht.updateRenderTargetMipmap(D)),v.isScene===!0&&v.onAfterRender(y,v,U),ct.resetDefaultState(),w=-1,M=null,b.pop(),b.length>0?(p=b[b.length-1],$===!0&&it.setGlobalState(y.clippingPlanes,p.state.camera)):p=null,S.pop(),S.length>0?m=S[S.length-1]:m=null};function Wa(v,U,B,z){if(v.visible===!1)return;if(v.layers.test(U.layers)){if(v.isGroup)B=v.renderOrder;else if(v.isLOD)v.autoUpdate===!0&&v.update(U);else if(v.isLight)p.pushLight(v),v.castShadow&&p.pushShadow(v);else if(v.isSprite){if(!v.frustumCulled||ee.intersectsSprite(v)){z&&Ct.setFromMatrixPosition(v.matrixWorld).applyMatrix4(st);let ht=F.update(v),_t=v.material;_t.visible&&m.push(v,ht,_t,B,Ct.z,null)}}else if((v.isMesh||v.isLine||v.isPoints)&&(!v.frustumCulled||ee.intersectsObject(v))){let ht=F.update(v),_t=v.material;if(z&&(v.boundingSphere!==void 0?(v.boundingSphere===null&&v.computeBoundingSphere(),Ct.copy(v.boundingSphere.center)):(ht.boundingSphere===null&&ht.computeBoundingSphere(),Ct.copy(ht.boundingSphere.center)),Ct.applyMatrix4(v.matrixWorld).applyMatrix4(st)),Array.isArray(_t)){let ft=ht.groups;for(let It=0,Lt=ft.length;It<Lt;It++){let Et=ft[It],Vt=_t[Et.materialIndex];Vt&&Vt.visible&&m.push(v,ht,Vt,B,Ct.z,Et)}}else _t.visible&&m.push(v,ht,_t,B,Ct.z,null)}}let Q=v.children;for(let ht=0,_t=Q.length;ht<_t;ht++)Wa(Q[ht],U,B,z)}function Dc(v,U,B,z){let N=v.opaque,Q=v.transmissive,ht=v.transparent;p.setupLightsView(B),$===!0&&it.setGlobalState(y.clippingPlanes,B),z&&wt.viewport(R.copy(z)),N.length>0&&ur(N,U,B),Q.length>0&&ur(Q,U,B),ht.length>0&&ur(ht,U,B),wt.buffers.depth.setTest(!0),wt.buffers.depth.setMask(!0),wt.buffers.color.setMask(!0),wt.setPolygonOffset(!1)}function Uc(v,U,B,z){if((B.isScene===!0?B.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[z.id]===void 0&&(p.state.transmissionRenderTarget[z.id]=new dn(1,1,{generateMipmaps:!0,type:Tt.has("EXT_color_buffer_half_float")||Tt.has("EXT_color_buffer_float")?ts:hn,minFilter:Gn,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:qt.workingColorSpace}));let Q=p.state.transmissionRenderTarget[z.id],ht=z.viewport||R;Q.setSize(ht.z*y.transmissionResolutionScale,ht.w*y.transmissionResolutionScale);let _t=y.getRenderTarget(),ft=y.getActiveCubeFace(),It=y.getActiveMipmapLevel();y.setRenderTarget(Q),y.getClearColor(V),Z=y.getClearAlpha(),Z<1&&y.setClearColor(16777215,.5),y.clear(),me&&vt.render(B);let Lt=y.toneMapping;y.toneMapping=Cn;let Et=z.viewport;if(z.viewport!==void 0&&(z.viewport=void 0),p.setupLightsView(z),$===!0&&it.setGlobalState(y.clippingPlanes,z),ur(v,B,z),Ht.updateMultisampleRenderTarget(Q),Ht.updateRenderTargetMipmap(Q),Tt.has("WEBGL_multisampled_render_to_texture")===!1){let Vt=!1;for(let te=0,pe=U.length;te<pe;te++){let oe=U[te],ne=oe.object,At=oe.geometry,he=oe.material,Yt=oe.group;if(he.side===Oe&&ne.layers.test(z.layers)){let Be=he.side;he.side=Te,he.needsUpdate=!0,Nc(ne,B,z,At,he,Yt),he.side=Be,he.needsUpdate=!0,Vt=!0}}Vt===!0&&(Ht.updateMultisampleRenderTarget(Q),Ht.updateRenderTargetMipmap(Q))}y.setRenderTarget(_t,ft,It),y.setClearColor(V,Z),Et!==void 0&&(z.viewport=Et),y.toneMapping=Lt}function ur(v,U,B){let z=U.isScene===!0?U.overrideMaterial:null;for(let N=0,Q=v.length;N<Q;N++){let ht=v[N],_t=ht.object,ft=ht.geometry,It=ht.group,Lt=ht.material;Lt.allowOverride===!0&&z!==null&&(Lt=z),_t.layers.test(B.layers)&&Nc(_t,U,B,ft,Lt,It)}}function Nc(v,U,B,z,N,Q){v.onBeforeRender(y,U,B,z,N,Q),v.modelViewMatrix.multiplyMatrices(B.matrixWorldInverse,v.matrixWorld),v.normalMatrix.getNormalMatrix(v.modelViewMatrix),N.onBeforeRender(y,U,B,z,v,Q),N.transparent===!0&&N.side===Oe&&N.forceSinglePass===!1?(N.side=Te,N.needsUpdate=!0,y.renderBufferDirect(B,U,z,N,v,Q),N.side=an,N.needsUpdate=!0,y.renderBufferDirect(B,U,z,N,v,Q),N.side=Oe):y.renderBufferDirect(B,U,z,N,v,Q),v.onAfterRender(y,U,B,z,N,Q)}function dr(v,U,B){U.isScene!==!0&&(U=Dt);let z=gt.get(v),N=p.state.lights,Q=p.state.shadowsArray,ht=N.state.version,_t=Y.getParameters(v,N.state,Q,U,B),ft=Y.getProgramCacheKey(_t),It=z.programs;z.environment=v.isMeshStandardMaterial?U.environment:null,z.fog=U.fog,z.envMap=(v.isMeshStandardMaterial?ge:be).get(v.envMap||z.environment),z.envMapRotation=z.environment!==null&&v.envMap===null?U.environmentRotation:v.envMapRotation,It===void 0&&(v.addEventListener("dispose",j),It=new Map,z.programs=It);let Lt=It.get(ft);if(Lt!==void 0){if(z.currentProgram===Lt&&z.lightsStateVersion===ht)return Oc(v,_t),Lt}else _t.uniforms=Y.getUniforms(v),v.onBeforeCompile(_t,y),Lt=Y.acquireProgram(_t,ft),It.set(ft,Lt),z.uniforms=_t.uniforms;let Et=z.uniforms;return(!v.isShaderMaterial&&!v.isRawShaderMaterial||v.clipping===!0)&&(Et.clippingPlanes=it.uniform),Oc(v,_t),z.needsLights=Bd(v),z.lightsStateVersion=ht,z.needsLights&&(Et.ambientLightColor.value=N.state.ambient,Et.lightProbe.value=N.state.probe,Et.directionalLights.value=N.state.directional,Et.directionalLightShadows.value=N.state.directionalShadow,Et.spotLights.value=N.state.spot,Et.spotLightShadows.value=N.state.spotShadow,Et.rectAreaLights.value=N.state.rectArea,Et.ltc_1.value=N.state.rectAreaLTC1,Et.ltc_2.value=N.state.rectAreaLTC2,Et.pointLights.value=N.state.point,Et.pointLightShadows.value=N.state.pointShadow,Et.hemisphereLights.value=N.state.hemi,Et.directionalShadowMap.value=N.state.directionalShadowMap,Et.directionalShadowMatrix.value=N.state.directionalShadowMatrix,Et.spotShadowMap.value=N.state.spotShadowMap,Et.spotLightMatrix.value=N.state.spotLightMatrix,Et.spotLightMap.value=N.state.spotLightMap,Et.pointShadowMap.value=N.state.pointShadowMap,Et.pointShadowMatrix.value=N.state.pointShadowMatrix),z.currentProgram=Lt,z.uniformsList=null,Lt}function Fc(v){if(v.uniformsList===null){let U=v.currentProgram.getUniforms();v.uniformsList=os.seqWithValue(U.seq,v.uniforms)}return v.uniformsList}function Oc(v,U){let B=gt.get(v);B.outputColorSpace=U.outputColorSpace,B.batching=U.batching,B.batchingColor=U.batchingColor,B.instancing=U.instancing,B.instancingColor=U.instancingColor,B.instancingMorph=U.instancingMorph,B.skinning=U.skinning,B.morphTargets=U.morphTargets,B.morphNormals=U.morphNormals,B.morphColors=U.morphColors,B.morphTargetsCount=U.morphTargetsCount,B.numClippingPlanes=U.numClippingPlanes,B.numIntersection=U.numClipIntersection,B.vertexAlphas=U.vertexAlphas,B.vertexTangents=U.vertexTangents,B.toneMapping=U.toneMapping}function Od(v,U,B,z,N){U.isScene!==!0&&(U=Dt),Ht.resetTextureUnits();let Q=U.fog,ht=z.isMeshStandardMaterial?U.environment:null,_t=D===null?y.outputColorSpace:D.isXRRenderTarget===!0?D.texture.colorSpace:ai,ft=(z.isMeshStandardMaterial?ge:be).get(z.envMap||ht),It=z.vertexColors===!0&&!!B.attributes.color&&B.attributes.color.itemSize===4,Lt=!!B.attributes.tangent&&(!!z.normalMap||z.anisotropy>0),Et=!!B.morphAttributes.position,Vt=!!B.morphAttributes.normal,te=!!B.morphAttributes.color,pe=Cn;z.toneMapped&&(D===null||D.isXRRenderTarget===!0)&&(pe=y.toneMapping);let oe=B.morphAttributes.position||B.morphAttributes.normal||B.morphAttributes.color,ne=oe!==void 0?oe.length:0,At=gt.get(z),he=p.state.lights;if($===!0&&(lt===!0||v!==M)){let Le=v===M&&z.id===w;it.setState(z,v,Le)}let Yt=!1;z.version===At.__version?(At.needsLights&&At.lightsStateVersion!==he.state.version||At.outputColorSpace!==_t||N.isBatchedMesh&&At.batching===!1||!N.isBatchedMesh&&At.batching===!0||N.isBatchedMesh&&At.batchingColor===!0&&N.colorTexture===null||N.isBatchedMesh&&At.batchingColor===!1&&N.colorTexture!==null||N.isInstancedMesh&&At.instancing===!1||!N.isInstancedMesh&&At.instancing===!0||N.isSkinnedMesh&&At.skinning===!1||!N.isSkinnedMesh&&At.skinning===!0||N.isInstancedMesh&&At.instancingColor===!0&&N.instanceColor===null||N.isInstancedMesh&&At.instancingColor===!1&&N.instanceColor!==null||N.isInstancedMesh&&At.instancingMorph===!0&&N.morphTexture===null||N.isInstancedMesh&&At.instancingMorph===!1&&N.morphTexture!==null||At.envMap!==ft||z.fog===!0&&At.fog!==Q||At.numClippingPlanes!==void 0&&(At.numClippingPlanes!==it.numPlanes||At.numIntersection!==it.numIntersection)||At.vertexAlphas!==It||At.vertexTangents!==Lt||At.morphTargets!==Et||At.morphNormals!==Vt||At.morphColors!==te||At.toneMapping!==pe||At.morphTargetsCount!==ne)&&(Yt=!0):(Yt=!0,At.__version=z.version);let Be=At.currentProgram;Yt===!0&&(Be=dr(z,U,N));let Ti=!1,ze=!1,ps=!1,ue=Be.getUniforms(),Ye=At.uniforms;if(wt.useProgram(Be.program)&&(Ti=!0,ze=!0,ps=!0),z.id!==w&&(w=z.id,ze=!0),Ti||M!==v){wt.buffers.depth.getReversed()&&v.reversedDepth!==!0&&(v._reversedDepth=!0,v.updateProjectionMatrix()),ue.setValue(I,"projectionMatrix",v.projectionMatrix),ue.setValue(I,"viewMatrix",v.matrixWorldInverse);let Ue=ue.map.cameraPosition;Ue!==void 0&&Ue.setValue(I,Rt.setFromMatrixPosition(v.matrixWorld)),Zt.logarithmicDepthBuffer&&ue.setValue(I,"logDepthBufFC",2/(Math.log(v.far+1)/Math.LN2)),(z.isMeshPhongMaterial||z.isMeshToonMaterial||z.isMeshLambertMaterial||z.isMeshBasicMaterial||z.isMeshStandardMaterial||z.isShaderMaterial)&&ue.setValue(I,"isOrthographic",v.isOrthographicCamera===!0),M!==v&&(M=v,ze=!0,ps=!0)}if(N.isSkinnedMesh){ue.setOptional(I,N,"bindMatrix"),ue.setOptional(I,N,"bindMatrixInverse");let Le=N.skeleton;Le&&(Le.boneTexture===null&&Le.computeBoneTexture(),ue.setValue(I,"boneTexture",Le.boneTexture,Ht))}N.isBatchedMesh&&(ue.setOptional(I,N,"batchingTexture"),ue.setValue(I,"batchingTexture",N._matricesTexture,Ht),ue.setOptional(I,N,"batchingIdTexture"),ue.setValue(I,"batchingIdTexture",N._indirectTexture,Ht),ue.setOptional(I,N,"batchingColorTexture"),N._colorsTexture!==null&&ue.setValue(I,"batchingColorTexture",N._colorsTexture,Ht));let $e=B.morphAttributes;if(($e.position!==void 0||$e.normal!==void 0||$e.color!==void 0)&&tt.update(N,B,Be),(ze||At.receiveShadow!==N.receiveShadow)&&(At.receiveShadow=N.receiveShadow,ue.setValue(I,"receiveShadow",N.receiveShadow)),z.isMeshGouraudMaterial&&z.envMap!==null&&(Ye.envMap.value=ft,Ye.flipEnvMap.value=ft.isCubeTexture&&ft.isRenderTargetTexture===!1?-1:1),z.isMeshStandardMaterial&&z.envMap===null&&U.environment!==null&&(Ye.envMapIntensity.value=U.environmentIntensity),ze&&(ue.setValue(I,"toneMappingExposure",y.toneMappingExposure),At.needsLights&&kd(Ye,ps),Q&&z.fog===!0&&J.refreshFogUniforms(Ye,Q),J.refreshMaterialUniforms(Ye,z,W,nt,p.state.transmissionRenderTarget[v.id]),os.upload(I,Fc(At),Ye,Ht)),z.isShaderMaterial&&z.uniformsNeedUpdate===!0&&(os.upload(I,Fc(At),Ye,Ht),z.uniformsNeedUpdate=!1),z.isSpriteMaterial&&ue.setValue(I,"center",N.center),ue.setValue(I,"modelViewMatrix",N.modelViewMatrix),ue.setValue(I,"normalMatrix",N.normalMatrix),ue.setValue(I,"modelMatrix",N.matrixWorld),z.isShaderMaterial||z.isRawShaderMaterial){let Le=z.uniformsGroups;for(let Ue=0,Xa=Le.length;Ue<Xa;Ue++){let jn=Le[Ue];Ot.update(jn,Be),Ot.bind(jn,Be)}}return Be}function kd(v,U){v.ambientLightColor.needsUpdate=U,v.lightProbe.needsUpdate=U,v.directionalLights.needsUpdate=U,v.directionalLightShadows.needsUpdate=U,v.pointLights.needsUpdate=U,v.pointLightShadows.needsUpdate=U,v.spotLights.needsUpdate=U,v.spotLightShadows.needsUpdate=U,v.rectAreaLights.needsUpdate=U,v.hemisphereLights.needsUpdate=U}function Bd(v){return v.isMeshLambertMaterial||v.isMeshToonMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isShadowMaterial||v.isShaderMaterial&&v.lights===!0}this.getActiveCubeFace=function(){return T},this.getActiveMipmapLevel=function(){return C},this.getRenderTarget=function(){return D},this.setRenderTargetTextures=function(v,U,B){let z=gt.get(v);z.__autoAllocateDepthBuffer=v.resolveDepthBuffer===!1,z.__autoAllocateDepthBuffer===!1&&(z.__useRenderToTexture=!1),gt.get(v.texture).__webglTexture=U,gt.get(v.depthTexture).__webglTexture=z.__autoAllocateDepthBuffer?void 0:B,z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(v,U){let B=gt.get(v);B.__webglFramebuffer=U,B.__useDefaultFramebuffer=U===void 0};let zd=I.createFramebuffer();this.setRenderTarget=function(v,U=0,B=0){D=v,T=U,C=B;let z=!0,N=null,Q=!1,ht=!1;if(v){let ft=gt.get(v);if(ft.__useDefaultFramebuffer!==void 0)wt.bindFramebuffer(I.FRAMEBUFFER,null),z=!1;else if(ft.__webglFramebuffer===void 0)Ht.setupRenderTarget(v);else if(ft.__hasExternalTextures)Ht.rebindTextures(v,gt.get(v.texture).__webglTexture,gt.get(v.depthTexture).__webglTexture);else if(v.depthBuffer){let Et=v.depthTexture;if(ft.__boundDepthTexture!==Et){if(Et!==null&&gt.has(Et)&&(v.width!==Et.image.width||v.height!==Et.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");Ht.setupDepthRenderbuffer(v)}}let It=v.texture;(It.isData3DTexture||It.isDataArrayTexture||It.isCompressedArrayTexture)&&(ht=!0);let Lt=gt.get(v).__webglFramebuffer;v.isWebGLCubeRenderTarget?(Array.isArray(Lt[U])?N=Lt[U][B]:N=Lt[U],Q=!0):v.samples>0&&Ht.useMultisampledRTT(v)===!1?N=gt.get(v).__webglMultisampledFramebuffer:Array.isArray(Lt)?N=Lt[B]:N=Lt,R.copy(v.viewport),H.copy(v.scissor),G=v.scissorTest}else R.copy(St).multiplyScalar(W).floor(),H.copy(zt).multiplyScalar(W).floor(),G=le;if(B!==0&&(N=zd),wt.bindFramebuffer(I.FRAMEBUFFER,N)&&z&&wt.drawBuffers(v,N),wt.viewport(R),wt.scissor(H),wt.setScissorTest(G),Q){let ft=gt.get(v.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_CUBE_MAP_POSITIVE_X+U,ft.__webglTexture,B)}else if(ht){let ft=U;for(let It=0;It<v.textures.length;It++){let Lt=gt.get(v.textures[It]);I.framebufferTextureLayer(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0+It,Lt.__webglTexture,B,ft)}}else if(v!==null&&B!==0){let ft=gt.get(v.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,ft.__webglTexture,B)}w=-1},this.readRenderTargetPixels=function(v,U,B,z,N,Q,ht,_t=0){if(!(v&&v.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let ft=gt.get(v).__webglFramebuffer;if(v.isWebGLCubeRenderTarget&&ht!==void 0&&(ft=ft[ht]),ft){wt.bindFramebuffer(I.FRAMEBUFFER,ft);try{let It=v.textures[_t],Lt=It.format,Et=It.type;if(!Zt.textureFormatReadable(Lt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!Zt.textureTypeReadable(Et)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}U>=0&&U<=v.width-z&&B>=0&&B<=v.height-N&&(v.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+_t),I.readPixels(U,B,z,N,bt.convert(Lt),bt.convert(Et),Q))}finally{let It=D!==null?gt.get(D).__webglFramebuffer:null;wt.bindFramebuffer(I.FRAMEBUFFER,It)}}},this.readRenderTargetPixelsAsync=async function(v,U,B,z,N,Q,ht,_t=0){if(!(v&&v.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let ft=gt.get(v).__webglFramebuffer;if(v.isWebGLCubeRenderTarget&&ht!==void 0&&(ft=ft[ht]),ft)if(U>=0&&U<=v.width-z&&B>=0&&B<=v.height-N){wt.bindFramebuffer(I.FRAMEBUFFER,ft);let It=v.textures[_t],Lt=It.format,Et=It.type;if(!Zt.textureFormatReadable(Lt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!Zt.textureTypeReadable(Et))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Vt=I.createBuffer();I.bindBuffer(I.PIXEL_PACK_BUFFER,Vt),I.bufferData(I.PIXEL_PACK_BUFFER,Q.byteLength,I.STREAM_READ),v.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+_t),I.readPixels(U,B,z,N,bt.convert(Lt),bt.convert(Et),0);let te=D!==null?gt.get(D).__webglFramebuffer:null;wt.bindFramebuffer(I.FRAMEBUFFER,te);let pe=I.fenceSync(I.SYNC_GPU_COMMANDS_COMPLETE,0);return I.flush(),await cu(I,pe,4),I.bindBuffer(I.PIXEL_PACK_BUFFER,Vt),I.getBufferSubData(I.PIXEL_PACK_BUFFER,0,Q),I.deleteBuffer(Vt),I.deleteSync(pe),Q}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(v,U=null,B=0){let z=Math.pow(2,-B),N=Math.floor(v.image.width*z),Q=Math.floor(v.image.height*z),ht=U!==null?U.x:0,_t=U!==null?U.y:0;Ht.setTexture2D(v,0),I.copyTexSubImage2D(I.TEXTURE_2D,B,0,0,ht,_t,N,Q),wt.unbindTexture()};let Hd=I.createFramebuffer(),Vd=I.createFramebuffer();this.copyTextureToTexture=function(v,U,B=null,z=null,N=0,Q=null){Q===null&&(N!==0?(li("WebGLRenderer: copyTextureToTexture function signature has changed to support src and dst mipmap levels."),Q=N,N=0):Q=0);let ht,_t,ft,It,Lt,Et,Vt,te,pe,oe=v.isCompressedTexture?v.mipmaps[Q]:v.image;if(B!==null)ht=B.max.x-B.min.x,_t=B.max.y-B.min.y,ft=B.isBox3?B.max.z-B.min.z:1,It=B.min.x,Lt=B.min.y,Et=B.isBox3?B.min.z:0;else{let $e=Math.pow(2,-N);ht=Math.floor(oe.width*$e),_t=Math.floor(oe.height*$e),v.isDataArrayTexture?ft=oe.depth:v.isData3DTexture?ft=Math.floor(oe.depth*$e):ft=1,It=0,Lt=0,Et=0}z!==null?(Vt=z.x,te=z.y,pe=z.z):(Vt=0,te=0,pe=0);let ne=bt.convert(U.format),At=bt.convert(U.type),he;U.isData3DTexture?(Ht.setTexture3D(U,0),he=I.TEXTURE_3D):U.isDataArrayTexture||U.isCompressedArrayTexture?(Ht.setTexture2DArray(U,0),he=I.TEXTURE_2D_ARRAY):(Ht.setTexture2D(U,0),he=I.TEXTURE_2D),I.pixelStorei(I.UNPACK_FLIP_Y_WEBGL,U.flipY),I.pixelStorei(I.UNPACK_PREMULTIPLY_ALPHA_WEBGL,U.premultiplyAlpha),I.pixelStorei(I.UNPACK_ALIGNMENT,U.unpackAlignment);let Yt=I.getParameter(I.UNPACK_ROW_LENGTH),Be=I.getParameter(I.UNPACK_IMAGE_HEIGHT),Ti=I.getParameter(I.UNPACK_SKIP_PIXELS),ze=I.getParameter(I.UNPACK_SKIP_ROWS),ps=I.getParameter(I.UNPACK_SKIP_IMAGES);I.pixelStorei(I.UNPACK_ROW_LENGTH,oe.width),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,oe.height),I.pixelStorei(I.UNPACK_SKIP_PIXELS,It),I.pixelStorei(I.UNPACK_SKIP_ROWS,Lt),I.pixelStorei(I.UNPACK_SKIP_IMAGES,Et);let ue=v.isDataArrayTexture||v.isData3DTexture,Ye=U.isDataArrayTexture||U.isData3DTexture;if(v.isDepthTexture){let $e=gt.get(v),Le=gt.get(U),Ue=gt.get($e.__renderTarget),Xa=gt.get(Le.__renderTarget);wt.bindFramebuffer(I.READ_FRAMEBUFFER,Ue.__webglFramebuffer),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,Xa.__webglFramebuffer);for(let jn=0;jn<ft;jn++)ue&&(I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,gt.get(v).__webglTexture,N,Et+jn),I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,gt.get(U).__webglTexture,Q,pe+jn)),I.blitFramebuffer(It,Lt,ht,_t,Vt,te,ht,_t,I.DEPTH_BUFFER_BIT,I.NEAREST);wt.bindFramebuffer(I.READ_FRAMEBUFFER,null),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else if(N!==0||v.isRenderTargetTexture||gt.has(v)){let $e=gt.get(v),Le=gt.get(U);wt.bindFramebuffer(I.READ_FRAMEBUFFER,Hd),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,Vd);for(let Ue=0;Ue<ft;Ue++)ue?I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,$e.__webglTexture,N,Et+Ue):I.framebufferTexture2D(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,$e.__webglTexture,N),Ye?I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Le.__webglTexture,Q,pe+Ue):I.framebufferTexture2D(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,Le.__webglTexture,Q),N!==0?I.blitFramebuffer(It,Lt,ht,_t,Vt,te,ht,_t,I.COLOR_BUFFER_BIT,I.NEAREST):Ye?I.copyTexSubImage3D(he,Q,Vt,te,pe+Ue,It,Lt,ht,_t):I.copyTexSubImage2D(he,Q,Vt,te,It,Lt,ht,_t);wt.bindFramebuffer(I.READ_FRAMEBUFFER,null),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else Ye?v.isDataTexture||v.isData3DTexture?I.texSubImage3D(he,Q,Vt,te,pe,ht,_t,ft,ne,At,oe.data):U.isCompressedArrayTexture?I.compressedTexSubImage3D(he,Q,Vt,te,pe,ht,_t,ft,ne,oe.data):I.texSubImage3D(he,Q,Vt,te,pe,ht,_t,ft,ne,At,oe):v.isDataTexture?I.texSubImage2D(I.TEXTURE_2D,Q,Vt,te,ht,_t,ne,At,oe.data):v.isCompressedTexture?I.compressedTexSubImage2D(I.TEXTURE_2D,Q,Vt,te,oe.width,oe.height,ne,oe.data):I.texSubImage2D(I.TEXTURE_2D,Q,Vt,te,ht,_t,ne,At,oe);I.pixelStorei(I.UNPACK_ROW_LENGTH,Yt),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,Be),I.pixelStorei(I.UNPACK_SKIP_PIXELS,Ti),I.pixelStorei(I.UNPACK_SKIP_ROWS,ze),I.pixelStorei(I.UNPACK_SKIP_IMAGES,ps),Q===0&&U.generateMipmaps&&I.generateMipmap(he),wt.unbindTexture()},this.copyTextureToTexture3D=function(v,U,B=null,z=null,N=0){return li('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(v,U,B,z,N)},this.initRenderTarget=function(v){gt.get(v).__webglFramebuffer===void 0&&Ht.setupRenderTarget(v)},this.initTexture=function(v){v.isCubeTexture?Ht.setTextureCube(v,0):v.isData3DTexture?Ht.setTexture3D(v,0):v.isDataArrayTexture||v.isCompressedArrayTexture?Ht.setTexture2DArray(v,0):Ht.setTexture2D(v,0),wt.unbindTexture()},this.resetState=function(){T=0,C=0,D=null,wt.reset(),ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return on}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=qt._getDrawingBufferColorSpace(t),e.unpackColorSpace=qt._getUnpackColorSpace()}};function k(s,t={},...e){let[n,...i]=s.split("."),r=document.createElement(n||"div");i.length&&(r.className=i.join(" "));for(let[o,a]of Object.entries(t))a==null||a===!1||(o.startsWith("on")?r.addEventListener(o.slice(2),a):o in r&&!o.startsWith("aria")?r[o]=a:r.setAttribute(o,a===!0?"":a));return r.append(...e.flat(1/0).filter(o=>o!=null)),r}var dc=0;function xn({label:s,min:t,max:e,step:n="any",value:i,show:r=c=>c,oninput:o,onchange:a,title:l}){let c=`s${++dc}`,h=k("output",{htmlFor:c},String(r(i))),u=k("input",{id:c,type:"range",min:t,max:e,step:n,title:l});u.value=i;let d=()=>{h.textContent=r(Number(u.value)),u.setAttribute("aria-valuetext",h.textContent),u.style.setProperty("--part",`${100*(u.value-u.min)/(u.max-u.min)}%`)};u.addEventListener("input",()=>{d(),o?.(Number(u.value))}),u.addEventListener("change",()=>a?.(Number(u.value))),d();let f=k(".slider",{},k("label",{htmlFor:c},s),h,u);return f.set=g=>{u.value=g,d()},f.range=(g,_)=>{u.min=g,u.max=_,d()},f.input=u,f}function tn({label:s,options:t,value:e,onchange:n}){let i=`c${++dc}`,r=t.map(([a,l])=>{let c=k("input",{type:"radio",name:i,value:a,checked:a===e,onchange:()=>n(a)});return k("label",{},c,k("span",{},l))}),o=k("fieldset.choice",{},k("legend",{},s),k(".options",{},r));return o.set=a=>{for(let l of r)l.firstChild.checked=l.firstChild.value===a},o}function Xn({label:s,options:t,value:e,onchange:n}){let i=`l${++dc}`,r=k("select",{id:i,onchange:()=>n(r.value)},t.map(([a,l])=>k("option",{value:a,selected:a===e},l))),o=k(".field",{},k("label",{htmlFor:i},s),r);return o.set=a=>{r.value=a},o}function Mi({label:s,value:t,onchange:e,keys:n}){let i=k("input",{type:"checkbox",checked:t,onchange:()=>e(i.checked)}),r=k("label.check",{},i,k("span",{},s),n?k("kbd",{},n):null);return r.set=o=>{i.checked=o},r.input=i,r}function jt(s,t,{keys:e,title:n,pressed:i,kind:r=""}={}){let o=k(`button${r&&"."+r}`,{type:"button",onclick:t,title:n},s,e?k("kbd",{},e):null);return i!==void 0&&o.setAttribute("aria-pressed",i),o.press=a=>o.setAttribute("aria-pressed",a),o}function fe(s,t="error"){[...document.querySelectorAll("#toasts > div")].find(i=>i.firstChild.textContent===s)?.remove();let n=k(`.toast.${t}`,{},k("span",{},s),k("button",{type:"button",onclick:()=>n.remove(),"aria-label":"✕"},"✕"));document.getElementById("toasts").append(n),setTimeout(()=>n.remove(),t==="error"?9e3:3500)}function fa(s,t){return s instanceof Element?s.matches("input[type=range],input[type=radio]")?/^(Arrow|Home|End|Page)/.test(t):s.matches("input[type=checkbox],button,a,summary")?t===" "||t==="Enter":s.matches("input,select,textarea,dialog *"):!1}var x_={5121:Uint8Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},y_={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT4:16};function cs(s){let t=new DataView(s);if(t.getUint32(0,!0)!==1179937895)throw new Error("no GLB");let e=t.getUint32(12,!0),n=JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,e))),i=28+e,r=d=>d===void 0?null:S_(n,s,i,d),o=n.meshes[0],a=n.skins?.[0],[{targets:l=[],attributes:c}]=o.primitives,h=o.primitives.map(d=>v_(d,r,n));l.forEach((d,f)=>{f===0&&(h[0].positions=r(c.POSITION).slice()),M_(h[0].positions,o.weights?.[f]??0,()=>r(d.POSITION))});for(let d of n.nodes.find(f=>f.mesh===0)?.extensions?.MSFT_lod?.ids??[]){let{primitives:f}=n.meshes[n.nodes[d].mesh];o.primitives.forEach((g,_)=>h[_].levels.push(r(f.find(m=>m.material===g.material&&m.attributes.POSITION===g.attributes.POSITION)?.indices)))}let u=(n.images??[]).map(({name:d,bufferView:f})=>({name:d,bytes:new Uint8Array(s,i+(n.bufferViews[f].byteOffset??0),n.bufferViews[f].byteLength)}));return{...h[0],parts:h,images:u,betas:o.extras?.betas??[],betaCount:l.length,inverseBinds:a?r(a.inverseBindMatrices):null,joints:a?a.joints.map(d=>w_(n,a,d)):[]}}function v_({attributes:s,indices:t,material:e},n,i){return{positions:n(s.POSITION),normals:n(s.NORMAL),uvs:n(s.TEXCOORD_0),indices:n(t),skinIndex:n(s.JOINTS_0),skinWeight:n(s.WEIGHTS_0),material:b_(i,e),levels:[]}}function b_(s,t){let{name:e="",pbrMetallicRoughness:n={},alphaMode:i="OPAQUE",doubleSided:r=!1}=s.materials?.[t]??{},o=n.baseColorTexture?.index;return{name:e,color:n.baseColorFactor??[1,1,1,1],roughness:n.roughnessFactor??1,image:o===void 0?-1:s.textures[o].source,alpha:i,isTwoSided:r}}function M_(s,t,e){if(!t)return;let n=e();for(let i=0;i<s.length;i++)s[i]+=t*n[i]}function w_(s,t,e){let n=s.nodes.findIndex(a=>a.children?.includes(e)),{name:i,translation:r=[0,0,0],rotation:o=[0,0,0,1]}=s.nodes[e];return{name:i,parent:t.joints.indexOf(n),offset:r,rotation:o}}function S_(s,t,e,n){let i=s.accessors[n],r=s.bufferViews[i.bufferView],o=x_[i.componentType],a=y_[i.type],l=e+(r.byteOffset??0)+(i.byteOffset??0),c=r.byteStride??a*o.BYTES_PER_ELEMENT;if(c===a*o.BYTES_PER_ELEMENT&&l%o.BYTES_PER_ELEMENT===0)return new o(t,l,a*i.count);let h=new o(a*i.count);for(let u=0;u<i.count;u++)h.set(new o(t.slice(l+u*c,l+u*c+a*o.BYTES_PER_ELEMENT)),u*a);return h}function Gu({yaw:s,root:t},e){let n=Math.cos(s),i=Math.sin(s);e.set([n,0,i,t[0],0,1,0,t[1],-i,0,n,t[2]])}function pa({joints:s,rig:t},e,n,i,r,o){for(let a=0;a<s.length;a++){let{parent:l,offset:c}=s[a];l<0?Hu(r,12*a,i,0,e,4*a,n):Hu(r,12*a,r,12*l,e,4*a,c),E_(o,r,12*a,t.inverseBinds,16*a)}}function Hu(s,t,e,n,i,r,o){let a=i[r],l=i[r+1],c=i[r+2],h=i[r+3],u=1-2*(l*l+c*c),d=2*(a*l-h*c),f=2*(a*c+h*l),g=2*(a*l+h*c),_=1-2*(a*a+c*c),m=2*(l*c-h*a),p=2*(a*c-h*l),S=2*(l*c+h*a),b=1-2*(a*a+l*l);for(let y=0;y<12;y+=4){let A=e[n+y],T=e[n+y+1],C=e[n+y+2];s[t+y]=A*u+T*g+C*p,s[t+y+1]=A*d+T*_+C*S,s[t+y+2]=A*f+T*m+C*b,s[t+y+3]=A*o[0]+T*o[1]+C*o[2]+e[n+y+3]}}function E_(s,t,e,n,i){for(let r=0;r<12;r+=4){let o=t[e+r],a=t[e+r+1],l=t[e+r+2];for(let c=0;c<4;c++)s[e+r+c]=o*n[i+4*c]+a*n[i+4*c+1]+l*n[i+4*c+2]+(c===3?t[e+r+3]:0)}}function ma({positions:s,normals:t,joints:e,weights:n},i,r,o,a,l){let c=s[3*r],h=s[3*r+1],u=s[3*r+2],d=t[3*r],f=t[3*r+1],g=t[3*r+2];for(let _=0;_<3;_++){let m=0,p=0;for(let S=4*r;S<4*r+4;S++){let b=12*e[S]+4*_,y=n[S];y!==0&&(m+=y*(i[b]*c+i[b+1]*h+i[b+2]*u+i[b+3]),p+=y*(i[b]*d+i[b+1]*f+i[b+2]*g))}o[l+_]=m,a[l+_]=p}}function Wu(s,t=new Float32Array(s.length/12*8)){for(let e=0,n=0;e<s.length;e+=12,n+=8){let[i,r,o,a]=T_(s,e),l=s[e+3],c=s[e+7],h=s[e+11];t.set([i,r,o,a,.5*(l*a+c*o-h*r),.5*(c*a+h*i-l*o),.5*(h*a+l*r-c*i),-.5*(l*i+c*r+h*o)],n)}return t}function T_(s,t){let[e,n,i,,r,o,a,,l,c,h]=s.subarray(t,t+12),u=p=>Math.sqrt(Math.max(0,p))/2,d=u(1+e-o-h),f=u(1-e+o-h),g=u(1-e-o+h),_=u(1+e+o+h),m=Math.max(d,f,g,_);return m===_?[(c-a)/(4*_),(i-l)/(4*_),(r-n)/(4*_),_]:m===d?[d,(n+r)/(4*d),(i+l)/(4*d),(c-a)/(4*d)]:m===f?[(n+r)/(4*f),f,(a+c)/(4*f),(i-l)/(4*f)]:[(i+l)/(4*g),(a+c)/(4*g),g,(r-n)/(4*g)]}var wi=new Float32Array(8);function Xu({positions:s,normals:t,joints:e,weights:n},i,r,o,a,l){let c=8*e[4*r];wi.fill(0);for(let b=4*r;b<4*r+4;b++){let y=8*e[b],A=0;for(let C=0;C<4;C++)A+=i[c+C]*i[y+C];let T=A<0?-n[b]:n[b];for(let C=0;C<8;C++)wi[C]+=T*i[y+C]}let h=1/Math.hypot(wi[0],wi[1],wi[2],wi[3]),[u,d,f,g,_,m,p,S]=wi.map(b=>b*h);Vu(u,d,f,g,s,3*r,o,l),Vu(u,d,f,g,t,3*r,a,l),o[l]+=2*(g*_-S*u+d*p-f*m),o[l+1]+=2*(g*m-S*d+f*_-u*p),o[l+2]+=2*(g*p-S*f+u*m-d*_)}function Vu(s,t,e,n,i,r,o,a){let l=2*(t*i[r+2]-e*i[r+1]),c=2*(e*i[r]-s*i[r+2]),h=2*(s*i[r+1]-t*i[r]);o[a]=i[r]+n*l+t*h-e*c,o[a+1]=i[r+1]+n*c+e*l-s*h,o[a+2]=i[r+2]+n*h+s*c-t*l}var qu={en:{motion:"Motion",body:"Body",server:"Server",guide:"Guide",tour:"Tour",starts:"Five minutes each",pitfalls:"What goes wrong",copyText:"Copy",copied:"Copied.",notCopied:"The browser does not let the page copy; mark the text instead.",theme:"Dark or light",language:"中文",panel:"Show or hide the panel",view:"Scene: drag to turn, wheel to zoom",characters:"Characters",figure:"Figure",asBody:"Body",asBones:"Bones",both:"Both",scene:"Ground",flat:"Flat",hills:"Hills",rolling:"Rolling",rocky:"Rocks",steps:"Steps",course:"Course",show:"Show",trajectory:"Trajectory",footprints:"Footprints",path:"Path",drawPath:"Draw",circle:"Circle",eight:"Eight",stop:"Stop",drawHint:"Draw on the ground with the pointer.",reach:"Reach",leftHand:"Left hand",rightHand:"Right hand",reachHint:"Drag the ball; the hand goes there.",slide:"Foot slide",slideIs:"How fast toes move over the ground while they are planted",speed:"Speed",gait:"Gait",frames:"Pictures",stand:"standing",walk:"walking",jog:"jogging",crouch:"crouching",jump:"jumping",bump:"bumping",keys:"Keys",kMove:"walk",kJog:"jog",kRun:"run",kCrouch:"crouch",kJump:"jump",hold:"hold",kStrafe:"sideways",kTurn:"turn the camera",kZoom:"zoom",kNext:"next character",kPath:"draw a path",kReach:"reach",kRecord:"record",kReset:"back to the middle",reset:"Back to the middle",shape:"Body shape",connecting:"Connecting …",waiting:"The connection was lost. Trying again …",closed:"The session has ended.",again:"Connect again",noMotion:"No motion network is loaded, so nobody can walk yet. Put motion.safetensors into the models folder, or name one under models in posed.yaml, and start posed again.",noWebgl:"This browser gives no WebGL, so there is nothing to draw with.",noServer:"posed does not answer. Is it still running?",busy:"The server has all the characters it can move in time.",limit:"The server allows no more characters in a session.",tooMany:"The server is full: no more sessions.",askKey:"This server asks for an API key.",key:"API key",open:"Open",others:"The others",wander:"Wander",copy:"Do as I do",model:"Model",measures:"Measurements",betas:"Shape coefficients",pose:"Pose",skinning:"Skinning",undo:"Undo",redo:"Redo",link:"Copy link",linked:"The link is in the clipboard.",download:"GLB",rigged:"GLB with skeleton",resetShape:"Average",random:"Random",handles:"Pose by hand",showHandles:"Handles",handleKeys:"Drag a ball, or go to its button: arrows and Page keys move it, Shift farther.",limits:"Joint limits",atLimit:"At its limit:",pelvis:"Pelvis",solver:"Solver",auto:"automatic",style:"Style",any:"any",iterations:"iterations",reached:"Reached:",stalled:"It got stuck;",budget:"Time was up;",compare:"Skinning side by side",withP:"with P",withoutP:"without P",default:"Neutral",record:"Record",recording:"Stop and save",recorded:"Saved as a GLB with animation.",nothingRecorded:"Nothing was recorded: only bodies can be.",tooFast:"Too many requests for this key; wait a moment.",full:"The server is busy; try again in a moment.",tooLarge:"That is more than the server takes in one request.",walkWith:"Walk with this body",height:"Height",mass:"Mass",chest_girth:"Chest",waist_girth:"Waist",hip_girth:"Hips",shoulder_width:"Shoulders",arm_length:"Arm",inside_leg_height:"Inside leg",rest:"T-pose",relaxed:"Relaxed",apose:"A-pose",sit:"Sit",wave:"Wave",squat:"Squat",stride:"Stride",think:"Think",compromise:"These measurements contradict each other; this is the nearest body.",unreachable:"Out of reach; this is the nearest pose:",roundTrip:"Round trip",late:"Tick late by",load:"Load",rate:"Frames",bytes:"Received",dropped:"Dropped",sessions:"Sessions",resident:"Models",vertices:"vertices",joints:"joints",version:"Version",licence:"Licence",interface:"The interface",metrics:"Metrics",ofTick:"of a tick",perSecond:"/s",everyone:"all characters here",person:"Person",randomPerson:"Random person",gender:"Gender",between:"Between",female:"Female",male:"Male",age:"Age",among:"Among people: age, height, weight",heightAmong:"Taller than",weightAmong:"Heavier than",clothes:"Clothes and colours",face:"Face",hands:"Hands",outfit:"Outfit",shoes:"Shoes",hair:"Hair",none:"none",skinTone:"Skin tone",hairColor:"Hair colour",iris:"Eyes",asMade:"their own",asCode:"Copy as code",inLanguage:"Language",c_black:"black",c_brown:"brown",c_chestnut:"chestnut",c_red:"red",c_blond:"blond",c_grey:"grey",c_white:"white",c_dark:"dark",c_hazel:"hazel",c_green:"green",c_blue:"blue",h_relaxed:"relaxed",h_open:"open",h_flat:"flat",h_fist:"fist",h_point:"pointing",h_grip:"grip",f_smile:"Smile",f_frown:"Corners down",f_jaw:"Open mouth",f_pucker:"Kiss",f_brows:"Brows up",f_scowl:"Brows down",f_blink:"Lids closed",f_wide:"Eyes wide",left_hand:"Left hand",right_hand:"Right hand",left_foot:"Left foot",right_foot:"Right foot",head:"Head"},zh:{motion:"动作",body:"人体",server:"服务器",guide:"指南",tour:"导览",starts:"五分钟入门",pitfalls:"常见问题",copyText:"复制",copied:"已复制。",notCopied:"浏览器不允许复制,请手动选择文字。",theme:"深色或浅色",language:"English",panel:"显示或隐藏面板",view:"场景:拖动旋转,滚轮缩放",characters:"角色数",figure:"外形",asBody:"人体",asBones:"骨骼",both:"两者",scene:"地面",flat:"平地",hills:"山丘",rolling:"起伏",rocky:"岩石",steps:"台阶",course:"障碍场",show:"显示",trajectory:"轨迹",footprints:"脚印",path:"路径",drawPath:"绘制",circle:"圆形",eight:"八字",stop:"停止",drawHint:"用指针在地面上画路径。",reach:"伸手",leftHand:"左手",rightHand:"右手",reachHint:"拖动小球,手会伸过去。",slide:"脚滑",slideIs:"脚趾着地时在地面上移动的速度",speed:"速度",gait:"步态",frames:"帧率",stand:"站立",walk:"行走",jog:"慢跑",crouch:"蹲伏",jump:"跳跃",bump:"碰撞",keys:"按键",kMove:"行走",kJog:"慢跑",kRun:"快跑",kCrouch:"蹲伏",kJump:"跳跃",hold:"按住",kStrafe:"侧移",kTurn:"转动镜头",kZoom:"缩放",kNext:"下一个角色",kPath:"画路径",kReach:"伸手",kRecord:"录制",kReset:"回到中央",reset:"回到中央",shape:"体型",connecting:"正在连接……",waiting:"连接中断,正在重试……",closed:"会话已结束。",again:"重新连接",noMotion:"没有加载动作网络,角色还不能行走。请把 motion.safetensors 放入 models 文件夹,或在 posed.yaml 的 models 中指定,然后重启 posed。",noWebgl:"此浏览器不支持 WebGL,无法绘制。",noServer:"posed 没有应答,它还在运行吗?",busy:"服务器已达到可实时驱动的角色上限。",limit:"服务器不允许一个会话有更多角色。",tooMany:"服务器已满,无法新建会话。",askKey:"此服务器需要 API 密钥。",key:"API 密钥",open:"打开",others:"其他角色",wander:"漫步",copy:"跟我做",model:"模型",measures:"尺寸",betas:"形状系数",pose:"姿势",skinning:"蒙皮",undo:"撤销",redo:"重做",link:"复制链接",linked:"链接已复制。",download:"GLB",rigged:"带骨骼的 GLB",resetShape:"平均",random:"随机",handles:"手动摆姿势",showHandles:"控制点",handleKeys:"拖动小球;或选中其按钮后用方向键和 Page 键移动,按 Shift 移动更远。",limits:"关节限位",atLimit:"已达限位:",pelvis:"骨盆",solver:"求解器",auto:"自动",style:"风格",any:"任意",iterations:"次迭代",reached:"已到达:",stalled:"求解停滞:",budget:"时间用完:",compare:"并排比较蒙皮",withP:"含 P",withoutP:"不含 P",default:"中性",record:"录制",recording:"停止并保存",recorded:"已保存为带动画的 GLB。",nothingRecorded:"没有录到内容:只能录制人体。",tooFast:"此密钥请求过多,请稍候。",full:"服务器繁忙,请稍后再试。",tooLarge:"请求超过了服务器的上限。",walkWith:"用这个身体行走",height:"身高",mass:"体重",chest_girth:"胸围",waist_girth:"腰围",hip_girth:"臀围",shoulder_width:"肩宽",arm_length:"臂长",inside_leg_height:"腿内侧长",rest:"T 形",relaxed:"放松",apose:"A 形",sit:"坐",wave:"挥手",squat:"深蹲",stride:"跨步",think:"思考",compromise:"这些尺寸互相矛盾,显示的是最接近的身体。",unreachable:"够不到,显示最接近的姿势:",roundTrip:"往返时间",late:"节拍延迟",load:"负载",rate:"帧",bytes:"接收",dropped:"丢弃",sessions:"会话",resident:"模型",vertices:"顶点",joints:"关节",version:"版本",licence:"许可",interface:"接口",metrics:"指标",ofTick:"每拍",perSecond:"/秒",everyone:"此处所有角色",person:"人物",randomPerson:"随机人物",gender:"性别",between:"中性",female:"女性",male:"男性",age:"年龄",among:"在人群中:年龄、身高、体重",heightAmong:"高于",weightAmong:"重于",clothes:"服装与颜色",face:"表情",hands:"手势",outfit:"服装",shoes:"鞋",hair:"发型",none:"无",skinTone:"肤色",hairColor:"发色",iris:"瞳色",asMade:"原本的",asCode:"复制为代码",inLanguage:"语言",c_black:"黑",c_brown:"棕",c_chestnut:"栗",c_red:"红",c_blond:"金",c_grey:"灰",c_white:"白",c_dark:"深棕",c_hazel:"榛",c_green:"绿",c_blue:"蓝",h_relaxed:"放松",h_open:"张开",h_flat:"平伸",h_fist:"握拳",h_point:"指向",h_grip:"抓握",f_smile:"微笑",f_frown:"嘴角下垂",f_jaw:"张嘴",f_pucker:"嘟嘴",f_brows:"扬眉",f_scowl:"皱眉",f_blink:"闭眼",f_wide:"睁大眼",left_hand:"左手",right_hand:"右手",left_foot:"左脚",right_foot:"右脚",head:"头"}},A_=(()=>{try{return localStorage.getItem("posed.language")}catch{return null}})(),Si=A_??(navigator.language?.startsWith("zh")?"zh":"en");document.documentElement.lang=Si==="zh"?"zh-Hans":"en";var O=s=>qu[Si][s]??qu.en[s]??s,R_={left:"左",right:"右",hip:"髋",knee:"膝",ankle:"踝",foot:"脚",spine1:"腰椎",spine2:"下胸椎",spine3:"上胸椎",neck:"颈",head:"头",collar:"锁骨",shoulder:"肩",elbow:"肘",wrist:"腕",hand:"手",pelvis:"骨盆"};function Yu(s){return Si==="zh"?s.split("_").map(t=>R_[t]??t).join(""):s.replaceAll("_"," ")}function $u(){try{localStorage.setItem("posed.language",Si==="en"?"zh":"en")}catch{}location.reload()}var fc=[["lbs",!0],["dqs",!0],["lbs",!1],["dqs",!1]],C_=.95,ga=class{constructor(t){Object.assign(this,{body:t,isOn:!1,rigs:new Map,group:new xe}),this.meshes=fc.map((e,n)=>{let i=new Jt(new $t,new Ee({color:n<2?14274499:9414333}));return Object.assign(i,{castShadow:!0,receiveShadow:!0,frustumCulled:!1})}),this.meshes.forEach((e,n)=>e.position.set((n-1.5)*C_,0,0)),this.tags=fc.map(([e,n])=>k("span.tag",{},`${e.toUpperCase()} ${O(n?"withP":"withoutP")}`)),this.group.add(...this.meshes),this.group.visible=!1,t.group.add(this.group),t.view.listeners.add(this)}set(t){if(this.isOn=this.group.visible=t,t)document.body.append(...this.tags);else for(let e of this.tags)e.remove();this.body.mesh.visible=!t,t&&(this.body.view.camera.distance=Math.max(this.body.view.camera.distance,6.4)),this.body.handles.place(),this.body.apply()}async draw(t){let{client:e,facts:n}=this.body,i=this.body.fields(t),r=["vertices","normals","joints","faces"],o=d=>({...i,translation:[0,0,0],skinning:fc[d][0],include:r}),[a,l,c,h]=await Promise.all([e.mesh(t.model,o(0)),e.mesh(t.model,o(1)),e.mesh(t.model,{betas:i.betas,include:r}),this.rig(t.model)]),u=this.without(c,h,i.quaternions,n);[a,l,...u].forEach((d,f)=>ys({BufferAttribute:Wt},this.meshes[f].geometry,d))}rig(t){return this.rigs.has(t)||this.rigs.set(t,this.body.client.glb(t,{rig:!0,morphs:!1,wear:"none"}).then(cs)),this.rigs.get(t)}without(t,e,n,{parents:i}){let r=f=>[...t.joints.subarray(3*f,3*f+3)],o=new Float32Array(16*e.joints.length),a=e.joints.map((f,g)=>{let _=i[g]??-1,m=r(g);return o.set([1,0,0,0,0,1,0,0,0,0,1,0,...m.map(p=>-p),1],16*g),{parent:_,offset:_<0?m:m.map((p,S)=>p-t.joints[3*_+S])}}),l=new Float32Array(12*a.length),c=new Float32Array(l.length),h=Float32Array.from([1,0,0,0,0,1,0,0,0,0,1,0]);pa({joints:a,rig:{inverseBinds:o}},n.flat(),a[0].offset,h,l,c);let u={positions:t.vertices,normals:t.normals,joints:e.skinIndex,weights:e.skinWeight},d=Wu(c);return[[ma,c],[Xu,d]].map(([f,g])=>{let _=new Float32Array(t.vertices.length),m=new Float32Array(_.length);for(let p=0;p<_.length/3;p++)f(u,g,p,_,m,3*p);return{vertices:I_(_),normals:m,faces:t.faces}})}update(){if(!this.isOn||!this.body.group.visible)return;let{eye:t}=this.body.view.camera,{clientWidth:e,clientHeight:n}=this.body.view.canvas,i=new P;this.tags.forEach((r,o)=>{i.set(this.meshes[o].position.x,2,0).project(t),r.style.transform=`translate(-50%, -100%) translate(${(i.x+1)/2*e}px, ${(1-i.y)/2*n}px)`})}show(t){for(let e of this.tags)t||e.remove();t&&this.isOn&&document.body.append(...this.tags)}};function I_(s){let t=1/0;for(let e=1;e<s.length;e+=3)t=Math.min(t,s[e]);for(let e=1;e<s.length;e+=3)s[e]-=t;return s}var pc=.018,ju=160,P_=9,L_=480,D_=400,U_=.4,N_=.15,F_=.16,ar=class{constructor(t,e,n){Object.assign(this,{shape:t,most:e,count:0,isShown:!0});let i=new $t;for(let[r,o]of[["position",3],["color",4]])i.setAttribute(r,new Wt(new Float32Array(o*t.length*e),o).setUsage(rr));this.mesh=new Jt(i,new pn({vertexColors:!0,transparent:!0,opacity:.9,depthWrite:!1,side:Oe,forceSinglePass:!0})),Object.assign(this.mesh,{frustumCulled:!1,renderOrder:n})}clear(){this.count=0}add(t,e,n,i,r,{heightAt:o=null,size:a=1,opacity:l=1}={}){if(this.count>=this.most)return;let{position:c,color:h}=this.mesh.geometry.attributes,u=a*Math.cos(i),d=a*Math.sin(i),f=this.shape.length*this.count++;for(let[g,_,m=1]of this.shape)c.setXYZ(f,t+u*g+d*_,e,n-d*g+u*_),o&&c.setY(f,o(c.getX(f),c.getZ(f))+pc),h.setXYZW(f++,r.r,r.g,r.b,m*l)}send(){let{geometry:t}=this.mesh,e=this.shape.length*this.count;t.setDrawRange(0,e),this.mesh.visible=this.isShown&&e>0;for(let n of Object.values(t.attributes))n.clearUpdateRanges(),n.addUpdateRange(0,n.itemSize*e),n.needsUpdate=e>0}},O_=[[0,.075],[.055,-.045],[0,-.018],[0,.075],[0,-.018],[-.055,-.045]],mc=(s,t,e,n)=>Array.from({length:n},(i,r)=>[r,r+1].map(o=>[t*Math.sin(2*Math.PI*o/n),s+e*Math.cos(2*Math.PI*o/n)])).flatMap(i=>[[0,s],...i]),k_=mc(0,1,1,14).map(([s,t],e)=>[s,t,e%3?0:1]),B_=[...mc(.055,.046,.085,10),...mc(-.085,.034,.042,8)],_a=class{constructor(t,e){Object.assign(this,{view:t,ground:e,prints:[],at:0,now:0,showTrajectory:!1,showPrints:!1,color:new mt,world:new Float32Array(36)}),this.dots=new ar(O_,L_,2),this.soles=new ar(B_,ju,1),this.line=new zs(new $t,new Ji({color:16777215,transparent:!0,opacity:.9})),this.line.frustumCulled=this.line.visible=!1,t.scene.add(this.dots.mesh,this.soles.mesh,this.line),this.heightAt=(n,i)=>e.heightAt(n,i),this.theme(t.colors),t.listeners.add(this)}show(t){for(let e of[this.dots,this.soles])e.mesh.visible=e.isShown=t;this.line.visible=t}theme(t){this.future=new mt(t.mark),this.past=new mt(t.line),this.haze=new mt(t.ground),this.feet=[new mt(4173434),new mt(14715452)],this.line.material.color.copy(this.future)}trajectories(t){this.dots.clear();for(let e of this.showTrajectory?t:[]){if(!e.trajectory)continue;let{points:n,facings:i}=e.trajectory,r=i.length/2;Kn(e,n,this.world);for(let o=0;o<i.length;o++)this.dots.add(this.world[3*o],this.world[3*o+1]+pc,this.world[3*o+2],e.yaw+i[o],o<r?this.past:this.future)}this.dots.send()}footprint(t,e,n,i,r){this.prints[this.at++%ju]={side:t,x:e,y:n,z:i,yaw:r,time:this.now}}forgetPrints(){this.prints=[],this.at=0}update(t,e){this.now=e,this.soles.clear();for(let n of this.showPrints?this.prints:[]){let i=(e-n.time)/P_;i<1&&this.soles.add(n.x,n.y+pc,n.z,n.yaw,this.color.copy(this.feet[n.side]).lerp(this.haze,i))}this.soles.send()}path(t,e=!1){let n=e&&t.length?[...t,t[0]]:t;this.line.geometry.dispose(),this.line.geometry=new $t().setFromPoints(n.map(([i,r])=>new P(i,this.ground.heightAt(i,r)+.03,r)))}},hs=class{constructor(t,e,n){this.view=e,this.heightAt=(i,r)=>n?.heightAt(i,r)??0,this.spots=new ar(k_,D_,0),t.add(this.spots.mesh),this.theme()}theme(){this.dark=new mt(this.view.colors.ground).multiplyScalar(.12)}begin(){this.spots.clear()}below(t,e=0,n=0){let i=this.view.sun.castShadow?.4:.75;for(let r=0;r<t.length;r+=3){let o=[t[r]+e,t[r+2]+n],a=t[r+1]-this.heightAt(...o);a<U_&&this.spot(...o,F_+.4*Math.max(0,a),i*Math.exp(-Math.max(0,a)/N_))}}spot(t,e,n,i){this.spots.add(t,0,e,0,this.dark,{heightAt:this.heightAt,size:n,opacity:i})}send(){this.spots.send()}},z_=new fi(1,20,14),Ei=class{constructor(t,e,n=.05){this.view=t,this.mesh=new Jt(z_,new pn({color:e,transparent:!0,opacity:.85,depthTest:!1})),this.mesh.renderOrder=9,this.mesh.scale.setScalar(n),this.radius=n,t.scene.add(this.mesh)}get position(){return this.mesh.position}miss(t){let e=Math.max(1.6*this.radius,.03*t.origin.distanceTo(this.position));return this.mesh.visible?t.distanceToPoint(this.position)/e:1/0}drag(t,e,n=()=>{}){let i=this.view.camera.eye.getWorldDirection(new P),r=new Je().setFromNormalAndCoplanarPoint(i,this.position),o=this.position.clone(),a=new P,l=t.intersectPlane(r,new P)??o.clone();return{move:(c,h)=>{h.intersectPlane(r,a)&&(this.position.copy(o).add(a).sub(l),e(this.position))},end:n}}dispose(){this.mesh.removeFromParent(),this.mesh.material.dispose()}};var Zu=["left_hand","right_hand","left_foot","right_foot","head","pelvis"],Ju={head:"spine1"},gc=["left_ankle","right_ankle"],H_={example:[],neural:["head","left_hand","right_hand"]},V_=.02,G_=5,W_={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,1,0],ArrowDown:[0,-1,0],PageUp:[0,0,1],PageDown:[0,0,-1]},xa=class{constructor(t){Object.assign(this,{body:t,view:t.view,isOn:!0,held:null}),this.all=Zu.map(e=>({joint:e,ball:new Ei(this.view,e==="pelvis"?10116064:3108845,.03)})),this.limits=Array.from({length:12},()=>new Ei(this.view,14702140,.022)),this.hits=[],this.said=k("p.verdict",{role:"status"});for(let{mesh:e}of[...this.all.map(n=>n.ball),...this.limits])e.visible=!1}panel(){this.knobs=this.all.map(t=>Object.assign(jt(O(t.joint),()=>{},{title:O("handleKeys"),pressed:!1}),{which:t}));for(let t of this.knobs)t.addEventListener("keydown",e=>this.key(e,t.which)),t.addEventListener("focus",()=>this.point(t.which,!0)),t.addEventListener("blur",()=>this.point(t.which,!1));return k("fieldset.row",{},k("legend",{},O("handles")),this.knobs,k("p.quiet",{},O("handleKeys")))}point(t,e){t.ball.mesh.scale.setScalar((e?1.5:1)*t.ball.radius),this.knobs.find(n=>n.which===t).press(e),!e&&this.held===t.ball&&this.release()}key(t,e){let n=W_[t.key];if(!n||t.ctrlKey||t.metaKey||!this.body.joints)return;t.preventDefault(),t.stopPropagation(),this.held!==e.ball&&(this.stroke=this.begin(e));let{right:i,ahead:r}=this.view.camera.axes,o=V_*(t.shiftKey?G_:1),a=e.ball.position;a.x+=o*(n[0]*i[0]+n[2]*r[0]),a.z+=o*(n[0]*i[1]+n[2]*r[1]),a.y+=o*n[1],this.stroke(a)}grab(t){if(!this.body.joints||!this.isOn)return null;let e=this.all.map(n=>({...n,miss:n.ball.miss(t)})).sort((n,i)=>n.miss-i.miss)[0];return e.miss<1?e.ball.drag(t,this.begin(e),()=>this.release()):null}begin({joint:t,ball:e}){this.held=e;let{body:n}=this,i=`drag${performance.now()}`,r=n.fields(),o=new Map([...gc,...Zu].map(l=>n.named(l)).filter(l=>n.names.includes(l)).map(l=>[l,n.place(l)])),a=n.place("pelvis").sub(new P().fromArray(n.restPelvis));return l=>n.solving.ask({joint:n.named(t),at:l.clone(),name:i,start:r,origin:a,places:o})}release(){this.held=null,this.place()}async solve({joint:t,at:e,name:n,start:i,origin:r,places:o}){let{body:a}=this,{state:l}=a,c=H_[l.solver],h=t==="pelvis"&&!c,u=h?r.clone().add(e).sub(o.get("pelvis")):r,d=b=>({joint:b,position:o.get(b).toArray(),orientation:X_(a.facts,i.quaternions,b)}),f=b=>({joint:b,position:(b===t?e:o.get(b)).toArray()}),g=gc.filter(b=>b.split("_")[0]!==t.split("_")[0]||!t.endsWith("foot")).map(b=>({joint:b,keep:!0})),_=c?[...[...new Set([t,...c.map(b=>a.named(b))])].map(f),...g]:h?gc.map(d):[{joint:t,position:e.toArray(),...Ju[t]?{chain:Ju[t]}:{}}],m=await a.client.ik({skeleton:l.model,betas:i.betas,quaternions:i.quaternions,translation:u.toArray(),targets:_,limits:l.limits,solver:l.solver,move_root:!!c,...l.solver==="example"&&l.style?{style:l.style}:{}});this.hits=l.limits?m.limits_hit:[],this.say(m);let{x:p,z:S}=c&&m.translation?new P().fromArray(m.translation):u;a.set({quaternions:m.pose.quaternions.map(b=>b.map(y=>Number(y.toFixed(5)))),at:[p,S].map(b=>Number(b.toFixed(4)))},n)}say({status:t,targets:e,iterations:n}){let i=[...new Set(this.hits.map(o=>o.joint))].map(Yu).join(", "),r=`${[...new Set(e.map(o=>o.solver))].join(", ")}, ${n} ${O("iterations")}`;this.said.classList.toggle("missed",t!=="reached"),this.said.textContent=[`${O(t)} ${r}${t==="reached"?"":"."}`,i?`${O("atLimit")} ${i}`:""].filter(Boolean).join(" · ")}forget(){this.hits=[],this.said.textContent=""}place(){let{body:t}=this,e=t.group.visible&&!t.compare.isOn&&t.joints;for(let{joint:i,ball:r}of this.all)r.mesh.visible=!!(e&&this.isOn&&t.names.includes(t.named(i))),r.mesh.visible&&r!==this.held&&r.position.copy(t.place(i));let n=[...new Set(this.hits.map(i=>i.joint))];this.limits.forEach((i,r)=>{i.mesh.visible=!!(e&&r<n.length),i.mesh.visible&&i.position.copy(t.place(n[r]))})}};function X_({joint_names:s,parents:t},e,n){let i=new Se;for(let r=s.indexOf(n);r>=0;r=t[r]??-1)i.premultiply(new Se().fromArray(e[r]));return i.toArray()}var _c=new Map,q_=/^(lashes|teeth|tongue)/;function va(s){return Promise.all(s.map(({name:t,bytes:e})=>(_c.has(t)||_c.set(t,Y_(e.slice())),_c.get(t))))}async function Y_(s){let t=await createImageBitmap(new Blob([s],{type:"image/png"}),{premultiplyAlpha:"none",colorSpaceConversion:"none"}),{width:e,height:n}=t,i=Object.assign(document.createElement("canvas"),{width:e,height:n}).getContext("2d",{willReadFrequently:!0});return i.drawImage(t,0,0),{bitmap:t,width:e,height:n,pixels:i.getImageData(0,0,e,n).data}}var $_=s=>s<=.04045?s/12.92:((s+.055)/1.055)**2.4,ya=Float32Array.from({length:256},(s,t)=>$_(t/255));function j_({pixels:s}){let t=[0,0,0],e=0;for(let n=0;n<s.length;n+=4)if(!(s[n+3]<128)){for(let i=0;i<3;i++)t[i]+=ya[s[n+i]];e++}return t.map(n=>e?n/e:1)}function Z_({pixels:s,width:t,height:e},n,i){let r=Math.min(t-1,Math.floor((n-Math.floor(n))*t)),o=Math.min(e-1,Math.floor((i-Math.floor(i))*e)),a=4*(o*t+r);return[ya[s[a]],ya[s[a+1]],ya[s[a+2]]]}function J_(s,t,e,n){let{color:i,image:r}=e.material,o=n[r],a=o&&e.material.name.startsWith("eye"),l=o&&!a?j_(o):[1,1,1];for(let c=0;c<e.positions.length/3;c++){let h=a?Z_(o,e.uvs[2*c],e.uvs[2*c+1]):l;for(let u=0;u<3;u++)s[t+3*c+u]=i[u]*h[u]}}function Ku({parts:s},t){let e=s.filter(h=>!q_.test(h.material.name)),n=e.reduce((h,u)=>h+u.positions.length/3,0),i=Math.max(...e.map(h=>h.levels.length)),r={positions:new Float32Array(3*n),normals:new Float32Array(3*n),skinIndex:new Uint8Array(4*n),skinWeight:new Float32Array(4*n),colors:new Float32Array(3*n)},o=Array.from({length:i+1},()=>[]),a=0;for(let h of e){for(let[u,d]of[["positions",3],["normals",3],["skinIndex",4],["skinWeight",4]])r[u].set(h[u],d*a);J_(r.colors,3*a,h,t),[h.indices,...h.levels].forEach((u,d)=>{u&&o[d].push(Uint32Array.from(u,f=>f+a))}),a+=h.positions.length/3}let[l,...c]=o.map(K_);return{...r,indices:l,levels:c}}function K_(s){let t=new Uint32Array(s.reduce((n,i)=>n+i.length,0)),e=0;for(let n of s)t.set(n,e),e+=n.length;return t}var xc=new Map;function Q_(s,{bitmap:t}){if(!xc.has(s)){let e=Object.assign(new Ie(t),{flipY:!1,colorSpace:De,wrapS:oi,wrapT:oi,anisotropy:4,needsUpdate:!0});xc.set(s,e)}return xc.get(s)}function ba({material:s},t,e,n){let i=s.image<0?null:Q_(t[s.image].name,e[s.image]),r=s.alpha!=="OPAQUE",o=s.name.startsWith("hair"),a=s.name.startsWith("eyes"),l={color:new mt().setRGB(...s.color.slice(0,3)),map:i,side:s.isTwoSided?Oe:an,alphaTest:r?.5:0};return n?new Ee(l):s.name==="skin"?new Ws({...l,roughness:.55,sheen:.35,sheenRoughness:.5,sheenColor:new mt(.9,.35,.25)}):new mn({...l,roughness:a?.08:o?.5:s.roughness,alphaToCoverage:r})}var lr=s=>typeof s=="number"?Number(s.toFixed(4)):Array.isArray(s)?s.map(lr):s&&typeof s=="object"?Object.fromEntries(Object.entries(s).map(([t,e])=>[t,lr(e)])):s;function yc(s){return s===null?"None":typeof s=="boolean"?s?"True":"False":Array.isArray(s)?`[${s.map(yc).join(", ")}]`:typeof s=="object"?`{${Object.entries(s).map(([t,e])=>`"${t}": ${yc(e)}`).join(", ")}}`:JSON.stringify(s)}var Qu={curl:(s,t,e)=>`curl -o body.glb '${s}/v1/models/${t}/mesh?format=glb' -d '${JSON.stringify(lr(e)).replaceAll("'","'\\''")}'`,JavaScript:(s,t,e)=>`const reply = await fetch("${s}/v1/models/${t}/mesh?format=glb", {
  method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(lr(e))}),
});
const glb = await reply.arrayBuffer();`,Python:(s,t,e)=>`import json
import urllib.request

fields = ${yc(lr(e))}
request = urllib.request.Request("${s}/v1/models/${t}/mesh?format=glb", json.dumps(fields).encode(), {"Content-Type": "application/json"})
open("body.glb", "wb").write(urllib.request.urlopen(request).read())`};function td(s){let t="curl",e=null,n=k("pre.code",{tabIndex:0}),i=()=>{e&&(n.textContent=Qu[t](s,...e))},r=()=>navigator.clipboard.writeText(n.textContent).then(()=>fe(O("copied"),"hint"),()=>fe(O("notCopied"),"hint")),o=k("details",{},k("summary",{},O("asCode")),k(".betas",{},tn({label:O("inLanguage"),options:Object.keys(Qu).map(a=>[a,a]),value:t,onchange:a=>{t=a,i()}}),n,jt(O("copyText"),r)));return o.set=(a,l)=>{e=[a,l],i()},o}var vc=["outfit","shoes","hair"],tx=["relaxed","open","flat","fist","point","grip"],ex=["neutral","female","male"],nx=["black","brown","chestnut","red","blond","grey","white"],ix=["brown","dark","hazel","green","blue","grey"],bc={smile:["mouthSmileLeft","mouthSmileRight"],frown:["mouthFrownLeft","mouthFrownRight"],jaw:["jawOpen"],pucker:["mouthPucker"],brows:["browInnerUp","browOuterUpLeft","browOuterUpRight"],scowl:["browDownLeft","browDownRight"],blink:["eyeBlinkLeft","eyeBlinkRight"],wide:["eyeWideLeft","eyeWideRight"]},ed={random:5,gender:"",age:0,height:50,weight:50,wear:null,skin:null,hair_color:null,iris:null,left_hand:"relaxed",right_hand:"relaxed",face:{}},Mc=()=>({...ed,face:{}});function nd(s){let{face:t,...e}=s;return[...Object.entries(e).filter(([i,r])=>r!==null&&r!==""&&r!==ed[i]).map(([i,r])=>`${i}:${r}`),...Object.entries(t).filter(([,i])=>i).map(([i,r])=>`${i}:${r}`)].join(";")}function id(s){let t=Mc();for(let e of(s??"").split(";")){let[n,i]=e.split(":"),r=Number(i);n in bc&&r>=0&&r<=1?t.face[n]=r:["random","age","height","weight","skin"].includes(n)&&Number.isFinite(r)?t[n]=r:n in t&&n!=="face"&&/^[\w,-]+$/.test(i??"")&&(t[n]=i)}return t}var Ma=class{constructor(t){Object.assign(this,{body:t,isOn:!1,items:[],names:[]})}async take({id:t,expression_names:e=[]}){let{client:n,app:i}=this.body;this.isOn=t==="person",this.expressions=e,!(!this.isOn||this.items.length)&&(this.items=(await n.json("GET","/v1/wardrobe").catch(r=>(i.say(r),{items:[]}))).items,this.body.state.betas.length||await this.ask({},!0))}fields({person:t}){let e=Object.fromEntries(Object.entries(t.face).flatMap(([i,r])=>r?bc[i].filter(o=>this.expressions.includes(o)).map(o=>[o,r]):[])),n=Object.fromEntries(["wear","skin","hair_color","iris"].filter(i=>t[i]!==null).map(i=>[i,t[i]]));return{left_hand:t.left_hand,right_hand:t.right_hand,look:t.random,...n,...Object.keys(e).length?{blend_shapes:e}:{}}}walker(t){if(!this.isOn)return t.betas.length?{betas:t.betas}:{};let{left_hand:e,right_hand:n,blend_shapes:i,...r}=this.fields(t);return{betas:t.betas,...r}}async ask(t,e=!1){let{body:n}=this,i={...n.state.person,...t},r=[["height",i.height],["mass",i.weight]].filter(([,l])=>l!==50).map(([l,c])=>`${l}:${c}`).join(","),o={random:i.random,...i.gender?{gender:i.gender}:{},...i.age?{age:i.age}:{},...r?{percentile:r}:{}},{betas:a}=(await n.client.json("POST","/v1/models/person/joints",o)).bodies[0];n.wanted={},e?n.state={...n.state,betas:a,person:i}:n.set({betas:a,person:i},t.random===void 0?`person ${Object.keys(t)}`:"")}change(t,e=""){this.body.set({person:{...this.body.state.person,...t}},e)}wear(t,e){let n={...this.now,[t]:e};this.change({wear:vc.map(i=>n[i]).filter(Boolean).join(",")||"none"})}worn(t){this.now=Object.fromEntries(vc.map(e=>[e,this.items.find(n=>n.slot===e&&t.includes(n.name))?.name??""]));for(let[e,n]of Object.entries(this.slots??{}))n.set(this.now[e])}set({person:t}){if(this.rows){this.rows.gender.set(t.gender||"any");for(let e of["age","height","weight"])this.rows[e].set(t[e]||(e==="age"?35:t[e]));t.skin!==null&&this.rows.skin.set(t.skin);for(let e of["hair_color","iris"])this.rows[e].set(t[e]??"");for(let e of["left_hand","right_hand"])this.rows[e].set(t[e]);for(let[e,n]of Object.entries(this.faces))n.set(t.face[e]??0)}}panel(){if(!this.isOn)return this.rows=this.slots=null,[];let t=this.body.state.person,e={busy:!1,next:null},n=async d=>{if(e.next={...e.next,...d},!e.busy){for(e.busy=!0;e.next;){let f=e.next;e.next=null,await this.ask(f).catch(g=>this.body.app.say(g))}e.busy=!1}},i=d=>xn({label:O(`${d}Among`),min:1,max:99,step:1,value:t[d],show:f=>`${f} %`,oninput:f=>n({[d]:f})}),r=d=>d.map(f=>[f,O(`c_${f}`)]),o=d=>Xn({label:O(d),options:tx.map(f=>[f,O(`h_${f}`)]),value:t[d],onchange:f=>this.change({[d]:f})});this.rows={gender:tn({label:O("gender"),options:[["any",O("any")],...ex.map(d=>[d,O(d==="neutral"?"between":d)])],value:t.gender||"any",onchange:d=>n({gender:d==="any"?"":d})}),age:xn({label:O("age"),min:18,max:65,step:1,value:t.age||35,oninput:d=>n({age:d})}),height:i("height"),weight:i("weight"),skin:xn({label:O("skinTone"),min:0,max:1,step:.01,value:t.skin??.5,show:d=>d.toFixed(2),oninput:d=>this.change({skin:d},"skin")}),hair_color:Xn({label:O("hairColor"),options:[["",O("asMade")],...r(nx)],value:t.hair_color??"",onchange:d=>this.change({hair_color:d||null})}),iris:Xn({label:O("iris"),options:[["",O("asMade")],...r(ix)],value:t.iris??"",onchange:d=>this.change({iris:d||null})}),left_hand:o("left_hand"),right_hand:o("right_hand")};let{gender:a,age:l,height:c,weight:h,...u}=this.rows;return this.slots=Object.fromEntries(vc.map(d=>[d,Xn({label:O(d),options:[["",O("none")],...this.items.filter(f=>f.slot===d).map(f=>[f.name,f.name.replaceAll("-"," ")])],value:this.now?.[d]??"",onchange:f=>this.wear(d,f)})])),this.faces=Object.fromEntries(Object.keys(bc).map(d=>[d,xn({label:O(`f_${d}`),min:0,max:1,step:.05,value:t.face[d]??0,show:f=>f.toFixed(2),oninput:f=>this.change({face:{...this.body.state.person.face,[d]:f}},`face ${d}`)})])),[jt(O("randomPerson"),()=>n({random:Math.floor(Math.random()*1e5),wear:null,skin:null,hair_color:null,iris:null}),{kind:"primary"}),a,k("details",{},k("summary",{},O("among")),k(".betas",{},l,c,h)),k("details",{},k("summary",{},O("clothes")),k(".betas",{},k(".fields",{},Object.values(this.slots)),u.skin,k(".fields",{},u.hair_color,u.iris))),k("details",{},k("summary",{},O("face")),k(".betas",{},Object.values(this.faces))),k("details",{},k("summary",{},O("hands")),k(".fields",{},u.left_hand,u.right_hand))]}};var wa={relaxed:{left_shoulder:[0,0,-72],right_shoulder:[0,0,72],left_elbow:[0,-14,0],right_elbow:[0,14,0]},rest:{},apose:{left_shoulder:[0,0,-42],right_shoulder:[0,0,42]},wave:{left_shoulder:[0,0,-72],right_shoulder:[0,0,-18],right_elbow:[0,0,-82],left_elbow:[0,-14,0],head:[0,0,8]},sit:{left_hip:[-88,0,6],right_hip:[-88,0,-6],left_knee:[88,0,0],right_knee:[88,0,0],left_shoulder:[0,-14,-68],right_shoulder:[0,14,68],left_elbow:[0,-62,0],right_elbow:[0,62,0]},squat:{left_hip:[-96,16,14],right_hip:[-96,-16,-14],left_knee:[112,0,0],right_knee:[112,0,0],left_ankle:[-26,0,0],right_ankle:[-26,0,0],spine1:[20,0,0],spine2:[10,0,0],left_shoulder:[0,-80,0],right_shoulder:[0,80,0]},stride:{left_hip:[-34,0,0],right_hip:[22,0,0],left_knee:[18,0,0],right_knee:[34,0,0],left_ankle:[4,0,0],right_ankle:[14,0,0],spine1:[4,8,0],left_shoulder:[30,20,-68],right_shoulder:[-26,20,68],left_elbow:[0,-30,0],right_elbow:[0,44,0]},think:{left_shoulder:[0,-30,-62],left_elbow:[0,-88,0],right_shoulder:[0,34,58],right_elbow:[0,136,0],head:[14,0,4],spine2:[6,0,0]}};function sd(s,t){return t.map(e=>sx(wa[s]?.[e]??[0,0,0]))}function sx(s){let t=s.map(i=>i*Math.PI/180),e=Math.hypot(...t),n=e?Math.sin(e/2)/e:0;return[...t.map(i=>Number((i*n).toFixed(6))),Number(Math.cos(e/2).toFixed(6))]}var rd=["height","mass","chest_girth","waist_girth","hip_girth","shoulder_width","arm_length","inside_leg_height"],wc={height:[1.45,2.05],mass:[40,130],chest_girth:[.7,1.4],waist_girth:[.55,1.4],hip_girth:[.75,1.4],shoulder_width:[.28,.45],arm_length:[.4,.62],inside_leg_height:[.65,1]},rx=100,ox=s=>t=>s==="mass"?`${t.toFixed(1)} kg`:`${(100*t).toFixed(1)} cm`,us=class{constructor(t,e){Object.assign(this,{work:t,fail:e,busy:!1,wish:null})}async ask(t){if(this.wish=t,!this.busy){for(this.busy=!0;this.wish;){let e=this.wish;this.wish=null,await this.work(e).catch(this.fail)}this.busy=!1}}},Sa=class{constructor(t){Object.assign(this,{app:t,view:t.view,client:t.client,past:[],future:[],wanted:{}}),this.state={model:"person",betas:[],person:Mc(),pose:"relaxed",quaternions:null,at:[0,0],skinning:"lbs",limits:!0,solver:"auto",style:""},this.group=new xe,this.geometry=new $t,this.mesh=new Jt(this.geometry,new Ee({color:14274499})),Object.assign(this.mesh,{castShadow:!0,receiveShadow:!0,frustumCulled:!1}),this.dressed=new xe,this.group.add(this.mesh,this.dressed),this.view.scene.add(this.group),this.handles=new xa(this),this.person=new Ma(this),this.compare=new ga(this),this.drawing=new us(e=>this.draw(e),e=>t.say(e)),this.measuring=new us(e=>this.measure(e),e=>t.say(e)),this.fitting=new us(e=>this.fit(e),e=>t.say(e)),this.solving=new us(e=>this.handles.solve(e),e=>t.say(e)),this.panel=k("section",{"aria-busy":"true"}),this.hud=this.handles.said,this.shade=new hs(this.group,this.view,null),this.view.listeners.add(this),this.group.visible=!1,addEventListener("keydown",e=>this.key(e))}async start(){this.started=!0;let t=await this.client.models();this.models=t.filter(n=>n.kind==="body").map(n=>n.id),await this.learnSolvers(t);let e=cx(location.hash);this.models.includes(this.state.model)||(this.state.model="default"),e&&this.models.includes(e.model)&&(this.state={...this.state,...e}),e&&this.app.view.camera.read(hx(location.hash)),await this.take(this.state.model),this.makePanel(),ux(location.hash)&&this.compareRow.input.click(),this.apply()}async learnSolvers(t){let e=await this.client.json("GET","/openapi.json"),{properties:n}=e.paths["/v1/ik/solve"].post.requestBody.content["application/json"].schema,i=t.find(r=>r.kind==="pose-prior");this.solvers=n.solver.enum.filter(r=>r!=="hybrik"&&(r!=="example"||i)&&(r!=="neural"||t.some(o=>o.kind==="pose-network"))),this.styles=i&&this.solvers.includes("example")?(await this.client.model(i.id)).styles??[]:[]}async take(t){this.facts=await this.client.model(t),this.names=this.facts.joint_names,await this.person.take(this.facts)}named(t){return this.names.includes(t)?t:t.replace("_hand","_wrist")}set(t,e=""){(!e||e!==this.coalesced)&&this.past.push(this.state),this.past.length>rx&&this.past.shift(),this.coalesced=e,this.future=[],this.state={...this.state,...t},this.apply()}undo(t=this.past,e=this.future){if(!t.length)return;e.push(this.state);let n=this.state.model;if(this.state=t.pop(),this.coalesced="",this.wanted={},this.handles.forget(),n===this.state.model)return this.apply();this.take(this.state.model).then(()=>{this.makePanel(),this.apply()}).catch(i=>this.app.say(i))}key(t){!this.group.visible||!(t.ctrlKey||t.metaKey)||t.code!=="KeyZ"||(t.preventDefault(),t.shiftKey?this.undo(this.future,this.past):this.undo())}fields(t=this.state){return{betas:t.betas,quaternions:t.quaternions??sd(t.pose,this.names),translation:[t.at[0],0,t.at[1]],ground:!0}}request(t=this.state){let{quaternions:e,...n}=this.fields(t);return this.person.isOn?{...n,global_orient:e[0],body_pose:e.slice(1,22),...this.person.fields(t),...t.skinning==="lbs"?{}:{skinning:t.skinning}}:{...n,quaternions:e,skinning:t.skinning}}apply(){let t=this.state;this.drawing.ask(t),this.measuring.ask(t),this.address(),this.betas&&(this.betas.forEach((e,n)=>e.set(t.betas[n]??0)),this.modelRow.set(t.model),this.poseRow.set(t.quaternions?"":t.pose),this.skinRow.set(t.skinning),this.limitsRow.set(t.limits),this.solverRow.set(t.solver),this.styleRow?.set(t.style),this.undoKnob.disabled=!this.past.length,this.redoKnob.disabled=!this.future.length,this.person.set(t),this.plain.href=this.client.glbUrl(t.model,od({...this.request(),contact:!0})),this.rigged.href=this.client.glbUrl(t.model,od({...this.request(),rig:!0,skinning:void 0})),this.code.set(t.model,this.request()))}async draw(t){if(await this.learnPelvis(t),this.person.isOn&&!this.compare.isOn)return this.dress(t);this.dressed.visible=!1,this.mesh.visible=!this.compare.isOn;let e=["vertices","normals","joints"],n=this.drawn!==t.model,i=await this.client.mesh(t.model,{...this.fields(t),skinning:t.skinning,include:n?[...e,"faces"]:e});this.geometry=ys({BufferAttribute:Wt},this.mesh.geometry,i),this.drawn=t.model,this.joints=i.joints,this.handles.place(),this.compare.isOn&&await this.compare.draw(t)}async learnPelvis({model:t,betas:e}){let n=`${t}/${e}`;this.pelvisOf!==n&&(this.restPelvis=e.length?[...(await this.client.joints(t,{betas:e})).slice(0,3)]:this.facts.rest_joints[0],this.pelvisOf=n)}async dress(t){let e=this.request(t),{look:n,wear:i,skin:r,hair_color:o,iris:a,skinning:l,...c}=e,[h,u]=await Promise.all([this.client.request("POST",`/v1/models/${t.model}/mesh?format=glb`,e),this.client.joints(t.model,c)]),d=cs(await h.arrayBuffer()),f=await va(d.images);for(let g of this.dressed.children)g.geometry.dispose(),g.material.dispose();this.dressed.clear();for(let g of d.parts){let _=new $t().setIndex(new Wt(g.indices,1));for(let[m,p,S]of[["position",g.positions,3],["normal",g.normals,3],["uv",g.uvs,2]])p&&_.setAttribute(m,new Wt(p,S));this.dressed.add(Object.assign(new Jt(_,ba(g,d.images,f,this.view.isSoftware)),{castShadow:!0,receiveShadow:!this.view.isSoftware,frustumCulled:!1}))}this.geometry=this.dressed.children[0].geometry,this.mesh.visible=!1,this.dressed.visible=!0,this.drawn=null,this.joints=u,this.person.worn([...new Set(d.parts.map(g=>g.material.name))]),this.handles.place()}theme(){this.shade.theme()}update(){if(!this.group.visible)return;this.view.sun.castShadow=this.view.detail.shadows>0,this.shade.begin();let t=this.compare.isOn?this.compare.meshes:[this.mesh],[e,n]=this.compare.isOn?this.state.at:[0,0];for(let{position:i}of this.joints?t:[])this.shade.below(this.joints,i.x-e,i.z-n);this.shade.send()}async measure(t){let e=await this.client.measure(t.model,{betas:t.betas});for(let[n,i]of Object.entries(this.rows??{}))e[n]===null||e[n]===void 0?i.hidden=!0:(document.activeElement!==i.input||!i.matches(":active"))&&i.set(e[n])}async fit({wanted:t,name:e}){let n=await this.client.fit(this.state.model,{measurements:t});n.status==="compromise"&&fe(O("compromise"),"hint"),this.set({betas:n.betas.map(i=>Number(i.toFixed(4)))},`fit ${e}`)}place(t){return new P().fromArray(this.joints,3*this.names.indexOf(this.named(t)))}makePanel(){let t=this.state,e=n=>n.map(i=>[i,O(i)]);this.rows=Object.fromEntries(rd.filter(n=>this.facts.measurements?.[n]).map(n=>[n,xn({label:O(n),min:wc[n][0],max:wc[n][1],step:.001,value:wc[n][0],show:ox(n),title:this.facts.measurements[n].definition,oninput:i=>{this.wanted[n]=i,this.fitting.ask({wanted:{...this.wanted},name:n})}})])),this.betas=Array.from({length:this.facts.beta_count},(n,i)=>xn({label:`β${i+1}`,min:-3,max:3,step:.05,value:t.betas[i]??0,show:r=>r.toFixed(2),oninput:r=>this.setBeta(i,r)})),this.modelRow=tn({label:O("model"),options:this.models.map(n=>[n,O(n)]),value:t.model,onchange:n=>this.choose(n)}),this.poseRow=tn({label:O("pose"),options:e(Object.keys(wa)),value:t.pose,onchange:n=>{this.handles.forget(),this.set({pose:n,quaternions:null,at:[0,0]})}}),this.skinRow=tn({label:O("skinning"),options:[["lbs","LBS"],["dqs","DQS"],["sbs","SBS"]],value:t.skinning,onchange:n=>this.set({skinning:n})}),this.compareRow=Mi({label:O("compare"),value:!1,onchange:n=>this.compare.set(n)}),this.compareRow.set(this.compare.isOn),this.makeSolverRows(),this.undoKnob=jt(O("undo"),()=>this.undo(),{title:"Ctrl Z"}),this.redoKnob=jt(O("redo"),()=>this.undo(this.future,this.past),{title:"Ctrl Shift Z"}),this.plain=k("a.button",{download:"body.glb"},O("download")),this.rigged=k("a.button",{download:"body-rigged.glb"},O("rigged")),this.code=td(location.origin),this.panel.removeAttribute("aria-busy"),this.panel.replaceChildren(this.modelRow,...this.person.panel(),k("h2",{},O("measures")),...Object.values(this.rows),k(".row",{},jt(O("resetShape"),()=>this.reshape([])),jt(O("random"),()=>this.reshape(this.facts.beta_limits.map(()=>Number(ax().toFixed(2)))))),k("details",{},k("summary",{},O("betas")),k(".betas",{},this.betas)),this.poseRow,this.handles.panel(),k(".row",{},Mi({label:O("showHandles"),value:this.handles.isOn,onchange:n=>{this.handles.isOn=n,this.handles.place()}}),this.limitsRow),k(".fields",{},this.solverRow,this.styleRow),this.skinRow,this.compareRow,k(".row",{},this.undoKnob,this.redoKnob,jt(O("link"),()=>this.copy())),k(".row",{},this.plain,this.rigged),this.code,jt(O("walkWith"),()=>{this.app.show("motion"),this.app.motion.wear(this.state.model,this.person.walker(this.state))},{kind:"primary"}))}makeSolverRows(){let t=this.state;this.limitsRow=Mi({label:O("limits"),value:t.limits,onchange:e=>this.set({limits:e})}),this.solverRow=Xn({label:O("solver"),options:this.solvers.map(e=>[e,e==="auto"?O("auto"):e]),value:t.solver,onchange:e=>this.set({solver:e})}),this.styleRow=this.styles.length?Xn({label:O("style"),options:[["",O("any")],...this.styles.map(e=>[e,e])],value:t.style,onchange:e=>this.set({style:e})}):null}setBeta(t,e){let n=Array.from({length:Math.max(t+1,this.state.betas.length)},(i,r)=>this.state.betas[r]??0);n[t]=e,this.wanted={},this.set({betas:n},`beta${t}`)}reshape(t){this.wanted={},this.set({betas:t})}async choose(t){try{let e=this.state.betas.length?await this.client.measure(this.state.model,{betas:this.state.betas}):null;await this.take(t);let n=e&&Object.fromEntries(rd.filter(r=>e[r]).map(r=>[r,e[r]])),i=n?(await this.client.fit(t,{measurements:n})).betas:[];this.wanted={},this.set({model:t,betas:i,quaternions:null,pose:this.state.quaternions?"relaxed":this.state.pose}),this.makePanel(),this.apply()}catch(e){this.app.say(e)}}async copy(){let t=`${location.origin}/${this.link()}`;try{await navigator.clipboard.writeText(t),fe(O("linked"),"hint")}catch{fe(t,"hint")}}link(){return`#body?${lx(this.state)}&view=${this.view.camera.write()}${this.compare.isOn?"&compare=1":""}`}address(){this.app.tab==="body"&&history.replaceState(null,"",this.link())}show(t){if(this.group.visible=t,this.joints&&this.handles.place(),this.compare.show(t),!t)return;let{camera:e}=this.view;e.aim.set(0,.88,0),e.target.copy(e.aim),e.distance=Math.min(e.distance,4.4),e.grab=(n,i)=>this.handles.grab(i),e.onrest=()=>this.address(),e.heightAt=()=>0,this.started?this.address():this.start().catch(n=>{this.started=!1,this.app.say(n)})}};function od(s){return Object.fromEntries(Object.entries(s).filter(([,t])=>t!==void 0&&!(Array.isArray(t)&&!t.length)).map(([t,e])=>[t,e&&typeof e=="object"&&!Array.isArray(e)?JSON.stringify(e):e]))}function ax(){return Math.sqrt(-2*Math.log(1-Math.random()))*Math.cos(2*Math.PI*Math.random())}function lx(s){let t=new URLSearchParams({model:s.model,skinning:s.skinning});return s.betas.length&&t.set("betas",s.betas.map(e=>Number(e.toFixed(4))).join(",")),s.quaternions?t.set("quaternions",s.quaternions.flat().map(e=>Number(e.toFixed(4))).join(",")):t.set("pose",s.pose),s.at.some(e=>e)&&t.set("at",s.at.join(",")),s.model==="person"&&t.set("person",nd(s.person)),s.limits||t.set("limits","0"),s.solver!=="auto"&&t.set("solver",s.solver),s.style&&t.set("style",s.style),t.toString().replace(/%2C/g,",")}function cx(s){if(!s.startsWith("#body?"))return null;let t=new URLSearchParams(s.slice(6)),e=c=>t.get(c)?t.get(c).split(",").map(Number):null,n=e("quaternions"),i=e("betas")??[],r=e("at")??[0,0];if([...n??[],...i,...r].some(c=>!Number.isFinite(c)))return null;let o=n&&n.length%4===0?Array.from({length:n.length/4},(c,h)=>n.slice(4*h,4*h+4)):null,a=t.get("pose")in wa?t.get("pose"):"relaxed",l=["lbs","dqs","sbs"].includes(t.get("skinning"))?t.get("skinning"):"lbs";return{model:t.get("model")??"default",betas:i,quaternions:o,pose:a,skinning:l,person:id(t.get("person")),at:r.slice(0,2),limits:t.get("limits")!=="0",solver:t.get("solver")??"auto",style:t.get("style")??""}}var hx=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("view"),ux=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("compare")==="1";var ad={en:["Motion: W A S D walk; hold Shift to jog, R to run, C to crouch; Space jumps; a gamepad's stick or the one on a touch screen does the same.","Characters: up to a hundred, who go round one another. N goes to the next one. Ground: hills, steps, a course with walls, jumps and a low place.","P, then a line on the ground: the character follows it. G: a ball that its hand reaches for.","V records what they do; V again saves a GLB with animation.","Body: set the height to 1.80 m and the rest follows as it most likely would.","Drag the balls on hands, feet, head and pelvis; red ones are joints at their limits. From the keyboard: Tab to a ball's button, then arrows.","Skinning side by side shows linear and dual quaternion blending, with and without pose blend shapes.","Copy link keeps shape, pose, solver and camera. Walk with this body gives it to your character in Motion.","Server: how late ticks are, round trip, bytes, dropped frames."],zh:["动作:W A S D 行走;按住 Shift 慢跑、R 快跑、C 蹲伏;空格跳跃;手柄摇杆或触屏摇杆同样可用。","角色数最多一百,会互相避让。按 N 切换到下一个。地面:山丘、台阶、带墙壁、跳跃区和低矮处的障碍场。","按 P,然后在地面上画线:角色会沿线行走。按 G:手会伸向小球。","按 V 开始录制,再按 V 保存为带动画的 GLB。","人体:把身高设为 1.80 米,其余尺寸按最可能的方式变化。","拖动手、脚、头和骨盆上的小球;红色小球表示关节已达限位。键盘:Tab 到小球的按钮,然后用方向键。","并排比较蒙皮:线性与对偶四元数混合,含与不含姿势混合形状。","复制链接会保留体型、姿势、求解器和镜头。用这个身体行走会让动作中你的角色使用它。","服务器:节拍延迟、往返时间、字节数、丢弃的帧。"]},ld={en:[["Is a model file safe to load?","Pickles run code when Python loads them. posed parses them and executes nothing."],["The body stands half in the ground",'The root turns about the pelvis and translation moves the whole model; neither says where the feet are. Ask for "ground": true.'],["It lies on its back, or is mirrored",'Axes differ between programs. Ask for "frame": unity, unreal, blender, amass; every reply says its frame.'],["It is a hundred times too large","Everything here is metres, radians, seconds. The original PFNN and many BVH files are in centimetres."],["The wrong joint turns","The order of joints differs between models. Names travel along: use them, not numbers."],["The same betas give somebody else","betas mean something for one model only. Measure the body and fit the other model to that."],["May I use it in a product?","SMPL, AMASS and the published PFNN weights are non-commercial. What ships with posed is not: licence and provenance are in every model."],["The skin shakes far from the origin","Coarse numbers have millimetres of error far out. Frames are relative to the character's root."],["An arm flips for one frame","q and -q are one rotation; mixing must stay on one hemisphere. The wire does, and so do the clients."],["The character lags more and more","A slow reader drowns in its past. Here the newest frame wins and what was dropped is counted."]],zh:[["加载模型文件安全吗?","Python 加载 pickle 时会执行代码。posed 只解析,不执行任何内容。"],["身体有一半陷在地面里",'根关节绕骨盆旋转,translation 移动整个模型,两者都不表示脚的位置。请使用 "ground": true。'],["身体躺着,或者左右颠倒",'各程序的坐标轴不同。请指定 "frame":unity、unreal、blender、amass;每个回复都说明其坐标系。'],["大了一百倍","这里一律使用米、弧度、秒。原版 PFNN 和许多 BVH 文件使用厘米。"],["转动了错误的关节","各模型的关节顺序不同。名称总是随数据一起给出:请用名称,不要用编号。"],["同样的 betas 得到另一个人","betas 只对一个模型有意义。请先测量身体,再让另一个模型拟合这些尺寸。"],["可以用于产品吗?","SMPL、AMASS 和已发表的 PFNN 权重仅限非商业用途。posed 自带的模型不受此限:每个模型都注明许可和来源。"],["离原点远时皮肤抖动","粗略的数值在远处有毫米级误差。帧中的数据相对于角色的根。"],["手臂在某一帧翻转","q 与 -q 是同一个旋转,混合必须在同一半球上。传输和客户端都保证这一点。"],["角色越来越滞后","读得慢的客户端会淹没在过去的数据里。这里总是最新的帧优先,丢弃的帧会计数。"]]};var cd=s=>s.replace(/^http/,"ws"),dx=[["curl",s=>`curl '${s}/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb
curl ${s}/v1/ik/solve -d '{"targets":[{"joint":"left_hand","position":[0.4,0.3,0.4]}]}'
curl '${s}/v1/motions/rollout?format=glb' -d '{"seconds":5,"script":[{"t":0,"move":[0,1],"gait":"walk"}]}' -o walk.glb`],["JavaScript",s=>`import { Posed } from "posed-client"; // clients/js

const posed = new Posed("${s}");
const { vertices } = await posed.mesh("default", { betas: [1.5, -0.5] });
const stream = posed.stream();
await stream.open();
const walker = await stream.spawn();
walker.input({ move: [0, 1], gait: "walk" });
const draw = () => { const [c] = stream.sample(); /* c.root, c.yaw */ requestAnimationFrame(draw); };
draw();`],["Python",s=>`import posed  # pip install './clients/python[numpy,stream]'

client = posed.Client("${s}")
body = client.mesh(betas=[1.5, -0.5])  # body.vertices, body.faces
with client.sync_stream(profile={"channels": ["root", "joints"]}) as stream:
    walker = stream.spawn(position=[0, 0])
    walker.input(move=[0, 1], gait="walk")
    for frame in stream.frames(seconds=2):
        print(frame.tick, frame.characters[0].root)`],["C",s=>`/* clients/c: posed.h, posed.c; the socket is yours. With libwebsockets: */
cc clients/c/example_lws.c clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o example
./example ${s.replace(/^\w+:\/\//,"").replace(":"," ")} 4`],["Godot",s=>`# clients/godot/godot3: copy addons/posed into the project, switch the plug-in on,
# add a node PosedCharacter and set
url = "${cd(s)}/v1/stream"`],["WebSocket",s=>`${cd(s)}/v1/stream            subprotocol posed.v1
-> {"type":"join"}
-> {"type":"spawn","ref":1}
<- {"type":"spawned","ref":1,"id":1,...}
-> {"type":"input","id":1,"move":[0,1],"gait":"walk"}
<- binary frames, 60 a second`]],Ea=class{constructor(){this.panel=k("section.guide",{},k("h2",{},O("tour")),k("ol",{},ad[Si].map(t=>k("li",{},t))),k("h2",{},O("starts")),dx.map(([t,e])=>this.start(t,e(location.origin))),k("h2",{},O("pitfalls")),ld[Si].map(([t,e])=>k("details",{},k("summary",{},t),k("p.quiet",{},e))),k("p.links",{},k("a",{href:"/docs"},O("interface")),k("a",{href:"/openapi.json"},"OpenAPI")))}start(t,e){let n=()=>navigator.clipboard.writeText(e).then(()=>fe(O("copied"),"hint"),()=>fe(O("notCopied")));return k("details",{},k("summary",{},t),k("pre",{tabIndex:0,"aria-label":t},e),jt(O("copyText"),n))}show(){}};var hd=64;function fx({positions:s,normals:t,skinIndex:e,skinWeight:n,colors:i=null},r){let o=new Map,a=Uint32Array.from(r,h=>o.has(h)?o.get(h):(o.set(h,o.size),o.size-1)),l=[...o.keys()],c=(h,u,d)=>d.from({length:u*o.size},(f,g)=>h[u*l[Math.floor(g/u)]+g%u]);return{indices:a,count:o.size,positions:c(s,3,Float32Array),normals:c(t,3,Float32Array),joints:c(e,4,Uint8Array),weights:c(n,4,Float32Array),colors:i&&c(i,3,Float32Array)}}var Ta=class{constructor(t){this.mesh=new Jt(new $t,new Ee({vertexColors:!0})),Object.assign(this.mesh,{frustumCulled:!1,castShadow:!0,visible:!1}),t.add(this.mesh),Object.assign(this,{triangles:0,members:[],parts:new Map,color:new mt,root:new Float32Array(12),world:new Float32Array(12*hd),skin:new Float32Array(12*hd)})}partOf(t,e){return e!==this.triangles&&Object.assign(this,{triangles:e,parts:new Map,members:[]}),this.parts.has(t)||this.parts.set(t,fx(t.whole,t.withTriangles(e).index.array)),this.parts.get(t)}draw(t,e){let n=t.sort((l,c)=>l.key-c.key);if(this.mesh.visible=n.length>0,!n.length)return;let i=n.map(({shape:l})=>this.partOf(l,e));(n.length!==this.members.length||n.some(({shape:l,color:c},h)=>this.members[h].shape!==l||this.members[h].color!==c))&&this.lay(n,i);let{position:r,normal:o}=this.mesh.geometry.attributes,a=0;n.forEach(({c:l,shape:c},h)=>{let u=i[h];Gu(l,this.root),pa(c,c.rotations(l.smpl.rotations),c.pelvis(l.smpl.pelvis),this.root,this.world,this.skin);for(let d=0;d<u.count;d++,a+=3)ma(u,this.skin,d,r.array,o.array,a)});for(let l of[r,o])l.needsUpdate=!0}lay(t,e){let n=h=>e.reduce((u,d)=>u+h(d),0),i=n(h=>h.count),r=new Uint32Array(n(h=>h.indices.length)),o=new Float32Array(3*i),a=new $t,l=0,c=0;e.forEach((h,u)=>{for(let d of h.indices)r[c++]=d+l;if(h.colors)o.set(h.colors,3*l);else for(let d=0;d<h.count;d++)this.color.set(t[u].color).toArray(o,3*(l+d));l+=h.count});for(let h of["position","normal"])a.setAttribute(h,new Wt(new Float32Array(3*i),3).setUsage(rr));a.setAttribute("color",new Wt(o,3)),a.setIndex(new Wt(r,1)),this.mesh.geometry.dispose(),this.mesh.geometry=a,this.members=t.map(({shape:h,color:u})=>({shape:h,color:u}))}dispose(){this.mesh.removeFromParent(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}};function dd(s,t,e){let n=px(s,t),i=[],r=Uint32Array.from(t);for(let o of e){for(;r.length>3*o;){let a=mx(s,n,r,o);if(a.length===r.length)break;r=a}i.push(r)}return i}function px(s,t){let e=new Float64Array(s.length/3*10),n=[0,0,0];for(let i=0;i<t.length;i+=3){let r=Math.sqrt(Sc(s,t[i],t[i+1],t[i+2],n));if(!r)continue;let[o,a,l]=n.map(d=>d/r),c=3*t[i],h=-(o*s[c]+a*s[c+1]+l*s[c+2]),u=[o*o,o*a,o*l,o*h,a*a,a*l,a*h,l*l,l*h,h*h];for(let d=0;d<3;d++)for(let f=0;f<10;f++)e[10*t[i+d]+f]+=.5*r*u[f]}return e}function Sc(s,t,e,n,i){let[r,o,a]=[s[3*t],s[3*t+1],s[3*t+2]],l=s[3*e]-r,c=s[3*e+1]-o,h=s[3*e+2]-a,u=s[3*n]-r,d=s[3*n+1]-o,f=s[3*n+2]-a;return i[0]=c*f-h*d,i[1]=h*u-l*f,i[2]=l*d-c*u,i[0]*i[0]+i[1]*i[1]+i[2]*i[2]}function ud(s,t,e,n){let i=s[3*n],r=s[3*n+1],o=s[3*n+2],a=l=>t[10*e+l]+t[10*n+l];return a(0)*i*i+a(4)*r*r+a(7)*o*o+2*(a(1)*i*r+a(2)*i*o+a(5)*r*o+a(3)*i+a(6)*r+a(8)*o)+a(9)}function mx(s,t,e,n){let i=gx(s,t,e),r=_x(e,s.length/3),o=Uint32Array.from({length:s.length/3},(u,d)=>d),a=new Uint8Array(o.length),l=Math.ceil((e.length/3-n)/2),c=1.5*i.costs[i.order[Math.min(i.order.length-1,l)]],h=0;for(let u of i.order){let d=i.from[u],f=i.to[u];if(h>=l||i.costs[u]>c)break;if(!(a[d]||a[f]||xx(s,e,r,d,f))){for(let g=0;g<10;g++)t[10*f+g]+=t[10*d+g];for(let g=r.starts[d];g<r.starts[d+1];g++)for(let _=0;_<3;_++)a[e[3*r.list[g]+_]]=1;o[d]=f,h++}}return yx(e,o)}function gx(s,t,e){let n=[],i=[],r=[];for(let a=0;a<e.length;a+=3)for(let l=0;l<3;l++){let c=e[a+l],h=e[a+(l+1)%3];if(c>h)continue;let u=ud(s,t,c,h),d=ud(s,t,h,c);n.push(u<=d?c:h),i.push(u<=d?h:c),r.push(Math.min(u,d))}let o=Uint32Array.from(r.keys()).sort((a,l)=>r[a]-r[l]);return{from:n,to:i,costs:r,order:o}}function _x(s,t){let e=new Uint32Array(t+1),n=new Uint32Array(s.length);for(let r of s)e[r+1]++;for(let r=0;r<t;r++)e[r+1]+=e[r];let i=e.slice();return s.forEach((r,o)=>{n[i[r]++]=Math.floor(o/3)}),{starts:e,list:n}}function xx(s,t,e,n,i){let r=[0,0,0],o=[0,0,0];for(let a=e.starts[n];a<e.starts[n+1];a++){let l=3*e.list[a],c=[t[l],t[l+1],t[l+2]];if(c.includes(i))continue;let h=Sc(s,...c,r),u=Sc(s,...c.map(d=>d===n?i:d),o);if(r[0]*o[0]+r[1]*o[1]+r[2]*o[2]<.2*Math.sqrt(h*u))return!0}return!1}function yx(s,t){let e=new Uint32Array(s.length),n=0;for(let i=0;i<s.length;i+=3){let r=t[s[i]],o=t[s[i+1]],a=t[s[i+2]];r===o||o===a||a===r||(e.set([r,o,a],n),n+=3)}return e.slice(0,n)}var fd=.005,Ec={"[":[1.6,0],"]":[-1.6,0],PageUp:[0,.9],PageDown:[0,-.9]},Aa=class{constructor(t){this.eye=new Ce(40,1,.05,300),this.target=new P(0,.95,0),this.aim=new P(0,.95,0),Object.assign(this,{yaw:.5,pitch:.22,distance:4.2,least:.7,most:40,offset:0,held:new Set,pointers:new Map,touched:-9,time:0}),this.onrest=null,this.grab=null,this.heightAt=()=>0,this.listen(t)}listen(t){t.addEventListener("pointerdown",e=>this.down(e,t)),t.addEventListener("pointermove",e=>this.move(e));for(let e of["pointerup","pointercancel"])t.addEventListener(e,n=>this.up(n));t.addEventListener("wheel",e=>{e.preventDefault(),this.zoom(Math.exp(.0012*e.deltaY))},{passive:!1}),addEventListener("keydown",e=>{e.ctrlKey||e.metaKey||fa(e.target,e.key)||(Ec[e.key]?this.held.add(e.key):e.key==="+"||e.key==="="?this.zoom(.9):e.key==="-"&&this.zoom(1.11))}),addEventListener("keyup",e=>this.held.delete(e.key)),addEventListener("blur",()=>this.held.clear())}down(t,e){e.setPointerCapture(t.pointerId),this.pointers.size===0&&t.button===0&&(this.drag=this.grab?.(t,this.ray(t,e))??null),this.pointers.set(t.pointerId,{x:t.clientX,y:t.clientY})}move(t){let e=this.pointers.get(t.pointerId);if(this.drag)return this.drag.move(t,this.ray(t,t.target));if(!e)return;let n=this.apart();if(this.pointers.set(t.pointerId,{x:t.clientX,y:t.clientY}),this.pointers.size===2)return this.zoom(n/Math.max(1,this.apart()));this.turn(-fd*(t.clientX-e.x),fd*(t.clientY-e.y)),this.touched=this.time}up(t){this.pointers.delete(t.pointerId),this.drag?.end(t),this.drag=null,this.onrest?.()}apart(){let[t,e]=this.pointers.values();return e?Math.hypot(t.x-e.x,t.y-e.y):1}write(){return[this.yaw,this.pitch,this.distance].map(t=>Number(t.toFixed(3))).join(",")}read(t){let[e,n,i]=(t??"").split(",").map(Number);[e,n,i].every(Number.isFinite)&&(this.yaw=e,this.turn(0,n-this.pitch),this.zoom(i/this.distance))}ray(t,e){let n=e.getBoundingClientRect(),i=new Zs,r=new kt(2*(t.clientX-n.left)/n.width-1,1-2*(t.clientY-n.top)/n.height);return i.setFromCamera(r,this.eye),i.ray}turn(t,e){this.yaw+=t,this.pitch=Math.min(1.45,Math.max(-.25,this.pitch+e))}zoom(t){this.distance=Math.min(this.most,Math.max(this.least,this.distance*t))}resize(t,e,n){let i=Math.max(t>e?.344:0,.27*e/n.height,.21*e/n.width);this.eye.aspect=t/e,this.eye.fov=360/Math.PI*Math.atan(i),this.eye.setViewOffset(t,e,Math.round(-n.x),Math.round(-n.y),t,e),this.eye.updateProjectionMatrix()}get axes(){return{ahead:[-Math.sin(this.yaw),-Math.cos(this.yaw)],right:[Math.cos(this.yaw),-Math.sin(this.yaw)]}}update(t){this.time+=t;for(let i of this.held)this.turn(t*Ec[i][0],t*Ec[i][1]);this.target.lerp(this.aim,1-Math.exp(-9*t));let e=Math.cos(this.pitch)*this.distance,n=this.eye.position;n.set(this.target.x+Math.sin(this.yaw)*e,this.target.y+Math.sin(this.pitch)*this.distance,this.target.z+Math.cos(this.yaw)*e),n.y=Math.max(n.y,this.heightAt(n.x,n.z)+.25),this.eye.lookAt(this.target)}};var md=new P(5.5,8.5,6.5),cr=7,vx={light:{top:10469606,horizon:15331059,ground:13223616,sun:16773336,strength:{sun:2.7,sky:1,plainSun:2.3,plainSky:1.55,around:.55},exposure:1},dark:{top:1779520,horizon:2765120,ground:1842982,sun:16769725,strength:{sun:2.6,sky:.9,plainSun:2.1,plainSky:1,around:.7},exposure:.95}},bx={vertexShader:"varying vec3 vAt; void main() { vAt = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",fragmentShader:`
    varying vec3 vAt;
    uniform vec3 top, horizon, ground, sun, toSun;
    uniform float glow;
    void main() {
      vec3 d = normalize(vAt);
      vec3 c = d.y > 0.0 ? mix(horizon, top, pow(d.y, 0.55)) : mix(horizon, ground, min(1.0, -6.0 * d.y));
      float near = max(0.0, dot(d, toSun));
      c += sun * (glow * pow(near, 90.0) + 0.12 * pow(near, 6.0));
      gl_FragColor = vec4(c, 1.0);
      #include <tonemapping_fragment>
      #include <colorspace_fragment>
    }`};function pd(s){let t=Object.fromEntries(["top","horizon","ground","sun"].map(n=>[n,{value:new mt}])),e=new We({...bx,uniforms:{...t,toSun:{value:md.clone().normalize()},glow:{value:s}},side:Te,depthWrite:!1,fog:!1,toneMapped:!1});return Object.assign(new Jt(new fi(150,32,16),e),{frustumCulled:!1,renderOrder:-9})}var Ra=class{constructor(t){this.view=t,this.sky=new Ys(16777215,9080728,1),this.sun=new js(16777215,1);let{shadow:e}=this.sun;Object.assign(e,{bias:-4e-4,normalBias:.02,radius:5,blurSamples:12}),Object.assign(e.camera,{near:1,far:40,left:-cr,right:cr,top:cr,bottom:-cr}),t.scene.add(this.sky,this.sun,this.sun.target),!t.isSoftware&&(t.renderer.toneMapping=wo,t.renderer.shadowMap.type=po,this.dome=pd(.6),t.scene.add(this.dome))}set(t){let e=vx[t],{strength:n}=e,{isSoftware:i,renderer:r,scene:o}=this.view;this.sun.color.set(e.sun),this.sky.color.set(e.horizon),this.sky.groundColor.set(e.ground),this.sun.intensity=i?n.plainSun:n.sun,this.sky.intensity=i?n.plainSky:n.sky*.35,!i&&(r.toneMappingExposure=e.exposure,this.paint(this.dome.material.uniforms,e),this.around?.dispose(),this.around=this.surroundings(e),o.environment=this.around.texture,o.environmentIntensity=n.around)}paint(t,e){for(let n of["top","horizon","ground","sun"])t[n].value.set(e[n])}surroundings(t){let e=new as(this.view.renderer),n=new hi,i=pd(18);this.paint(i.material.uniforms,t),n.add(i);let r=e.fromScene(n,.02,1,400);return i.geometry.dispose(),i.material.dispose(),e.dispose(),r}follow(t){let e=2*cr/Math.max(512,this.sun.shadow.mapSize.x),n=i=>Math.round(i/e)*e;this.sun.target.position.set(n(t.x),n(t.y),n(t.z)),this.sun.position.copy(this.sun.target.position).add(md),this.dome?.position.copy(this.view.camera.eye.position)}};var Mx={sky:15002353,haze:15002353,ground:13553874,line:9935776,mark:3108845},wx={sky:1843756,haze:1843756,ground:2896443,line:5397609,mark:7250175},Tc=[{pixels:2,shadows:2048,first:0,bodies:40,rest:6e3,ground:[.004,3e5]},{pixels:1.5,shadows:2048,first:0,bodies:16,rest:6e3,ground:[.006,15e4]},{pixels:1,shadows:1024,first:0,bodies:4,rest:3e3,ground:[.01,6e4]},{pixels:.8,shadows:512,first:6e3,bodies:0,rest:1500,ground:[.015,2e4]},{pixels:.7,shadows:512,first:6e3,bodies:0,rest:750,ground:[.02,1e4]},{pixels:.6,shadows:0,first:3e3,bodies:0,rest:750,ground:[.02,6e3]},{pixels:.5,shadows:0,first:1500,bodies:0,rest:750,ground:[.03,4e3]},{pixels:.4,shadows:0,first:750,bodies:0,rest:750,ground:[.04,2500]}],qn=[6e3,3e3,1500,750],Sx=matchMedia("(max-width: 760px), (max-height: 480px)"),gd=matchMedia("(max-width: 760px) and (orientation: portrait)"),Ia=()=>Sx.matches,Ex=46,Tx=30,Ax=14,_d=30,Ca=class{constructor(t,{context:e,isSoftware:n}){if(this.canvas=t,!e)throw new Error("WebGL 2 is not there");this.isStill=/[?&]quality=best\b/.test(location.hash),this.isSoftware=!this.isStill&&(n||/swiftshader|llvmpipe|software|basic render/i.test(Cx(e))),this.isSoftware&&Rx(),this.renderer=new ua({canvas:t,context:e}),this.renderer.debug.checkShaderErrors=!1,this.renderer.shadowMap.type=Js,this.scene=new hi,this.camera=new Aa(t),this.listeners=new Set,this.times=[],this.fps=0,this.light=new Ra(this),this.sun=this.light.sun,document.documentElement.classList.toggle("plain",this.isSoftware),this.level=this.isStill?0:this.isSoftware?5:Math.max(0,Math.min(2,Tc.findIndex(r=>r.pixels<=devicePixelRatio))),this.best=this.isSoftware?2:this.level,this.setTheme(),this.setLevel(this.level);let i=new ResizeObserver(()=>{this.resize(),this.renderer.render(this.scene,this.camera.eye)});for(let r of[t,document.getElementById("panel")])i.observe(r);this.resize(),this.renderer.setAnimationLoop(r=>this.draw(r/1e3))}setTheme(){let t=document.documentElement.dataset.theme==="dark";this.colors=t?wx:Mx,this.scene.background=new mt(this.colors.sky),this.scene.fog=new Os(this.colors.haze,14,48),this.light.set(t?"dark":"light");for(let e of this.listeners)e.theme?.(this.colors)}get detail(){return Tc[this.level]}setLevel(t){this.level=t;let{shadows:e}=this.detail;this.renderer.shadowMap.enabled=e>0,this.sun.castShadow=e>0,e&&this.sun.shadow.mapSize.x!==e&&(this.sun.shadow.mapSize.set(e,e),this.sun.shadow.map?.dispose(),this.sun.shadow.map=null),this.scene.traverse(n=>{if(n.material)for(let i of[n.material].flat())i.needsUpdate=!0}),this.resize();for(let n of this.listeners)n.detail?.(this.detail)}resize(){let{clientWidth:t,clientHeight:e}=this.canvas;!t||!e||(this.renderer.setPixelRatio(Math.min(this.detail.pixels,this.isSoftware?1:devicePixelRatio*this.detail.pixels)),this.renderer.setSize(t,e,!1),this.camera.resize(t,e,this.free(t,e)))}free(t,e){let n=l=>document.getElementById(l).getBoundingClientRect(),i=n("panel"),r=Ia()?n("bar").bottom+Ex:0,o=gd.matches&&i.height?i.top:e,a=gd.matches?0:i.width;return{x:a/2,y:(r+o-e)/2,width:t-a,height:Math.max(80,o-r)}}draw(t){let e=Math.min(.1,t-(this.before??t));this.before=t,this.govern(t);for(let n of this.listeners)n.update?.(e,t);this.camera.update(e),this.light.follow(this.camera.target),this.renderer.render(this.scene,this.camera.eye),this.drawn=(this.drawn??0)+1}govern(t){if(this.times.push(t),this.times.length<=_d)return;this.times.shift();let e=1e3*(t-this.times[0])/(_d-1);if(this.fps=1e3/e,document.hidden||this.isStill||t<(this.patience??0))return;let n=e>Tx&&this.level<Tc.length-1?1:e<Ax&&this.level>this.best?-1:0;n&&(n>0&&this.finer&&(this.best=this.level+1),this.finer=n<0,this.patience=t+(n>0?2:6),this.times=[],this.setLevel(this.level+n))}};function Rx(){let s="pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )",t=Nt.colorspace_pars_fragment,e="sqrt( value.rgb )",n=`sqrt( ${e} )`,i=`sqrt( ${n} )`;Nt.colorspace_pars_fragment=t.replace(s,`0.5851224 * ${e} + 0.7831404 * ${n} - 0.3682627 * ${i}`)}function Cx(s){let t=s.getExtension("WEBGL_debug_renderer_info");return String(t?s.getParameter(t.UNMASKED_RENDERER_WEBGL):s.getParameter(s.RENDERER))}var Ix=["pelvis","left_hip","right_hip","spine1","left_knee","right_knee","spine2","left_ankle","right_ankle","spine3","left_foot","right_foot","neck","left_collar","right_collar","head","left_shoulder","right_shoulder","left_elbow","right_elbow","left_wrist","right_wrist","left_hand","right_hand"],Px={morphs:!1,levels:qn,left_hand:"relaxed",right_hand:"relaxed"},vd=s=>({rig:!0,...Px,...s}),Pa=class s{static async load(t,e,n){let i=await t.glb(e,n),r=cs(i);performance.mark("rig");let o=r.parts.length>1?await va(r.images):null;return new s({...r,buffer:i},r.parts.length>1?r.betas:n.betas??[],o)}constructor(t,e,n=null){Object.assign(this,{betas:e,rig:t,pictures:n,isDressed:n!==null,joints:t.joints}),this.binds=t.joints.map((i,r)=>new Bt().fromArray(t.inverseBinds,16*r)),this.whole=this.isDressed?Ku(t,n):t,this.fine=xd(this.whole),this.pattern=t.pattern??this,this.fewer=new Map,this.floor=-yd(t.positions),this.lift=this.isDressed?-this.floor-Math.min(...t.parts.map(i=>yd(i.positions))):0,this.smpl=Ix.map(i=>t.joints.findIndex(r=>r.name===i)),this.still=Float32Array.from(t.joints.flatMap(i=>i.rotation??[0,0,0,1]))}rotations(t,e=this.still.slice()){return this.smpl.forEach((n,i)=>{n>=0&&e.set(t.subarray(4*i,4*i+4),4*n)}),e}pelvis([t,e,n]){return[t,e+this.lift,n]}parts(t){return this.made??=this.rig.parts.map(e=>({geometry:xd(e),material:ba(e,this.rig.images,this.pictures,t.isSoftware)})),this.made}async reshaped(t,e,n){let i=n.slice(0,this.rig.betaCount),r=await t.mesh(e,{betas:i,include:["vertices","normals","joints"]}),o=c=>r.joints.subarray(3*c,3*c+3),a=Float32Array.from(this.joints.flatMap((c,h)=>[1,0,0,0,0,1,0,0,0,0,1,0,...o(h).map(u=>-u),1])),l=this.joints.map(({name:c,parent:h},u)=>({name:c,parent:h,offset:[...o(u)].map((d,f)=>d-(h<0?0:o(h)[f]))}));return new s({...this.rig,positions:r.vertices,normals:r.normals,joints:l,inverseBinds:a,pattern:this},i)}withTriangles(t){return t?(this.fewer.has(t)||this.fewer.set(t,Lx(this.fine,this.isDressed?this.whole.levels[qn.indexOf(t)]:this.pattern.corners(t))),this.fewer.get(t)):this.fine}corners(t){return this.choices??=dd(this.rig.positions,this.rig.indices,qn),this.choices[qn.indexOf(t)]}dispose(){for(let t of[this.fine,...this.fewer.values(),...(this.made??[]).map(e=>e.geometry)])t.dispose();for(let{material:t}of this.made??[])t.dispose()}};function xd({positions:s,normals:t,indices:e,skinIndex:n,skinWeight:i,uvs:r=null,colors:o=null}){let a=new $t().setIndex(new Wt(e,1));for(let[l,c,h]of[["position",s,3],["normal",t,3],["skinIndex",n,4],["skinWeight",i,4],["uv",r,2],["color",o,3]])c&&a.setAttribute(l,new Wt(c,h));return a}function Lx(s,t){let e=new $t().setIndex(new Wt(t,1));for(let[n,i]of Object.entries(s.attributes))e.setAttribute(n,i);return e}function yd(s){let t=1/0;for(let e=1;e<s.length;e+=3)t=Math.min(t,s[e]);return t}function bd(s){let t=(i,r,o)=>new Wt(o.from(i),r),e=new $t;for(let i of["position","normal","color"])e.setAttribute(i,t([0,0,0],3,Float32Array));e.setAttribute("skinIndex",t([0,0,0,0],4,Uint8Array)).setAttribute("skinWeight",t([1,0,0,0],4,Float32Array));let n=new Yi(e,Md(s,!0));n.bind(new $i([new ui]),new Bt),s.renderer.compile(n,s.camera.eye,s.scene)}function Md(s,t,e=16777215){return s.isSoftware?new Ee({color:e,vertexColors:t}):new mn({color:e,vertexColors:t,roughness:.75})}var Yn=class{constructor(t,e,n){this.group=new xe,this.view=n,this.color=e,this.setShape(t)}setShape(t){this.shape=t,this.group.clear(),this.material?.dispose(),this.material=Md(this.view,t.isDressed,t.isDressed?16777215:this.color),this.bones=t.joints.map(e=>Object.assign(new ui,{name:e.name})),t.joints.forEach((e,n)=>{this.bones[n].position.fromArray(e.offset),this.bones[n].quaternion.fromArray(t.still,4*n),(e.parent<0?this.group:this.bones[e.parent]).add(this.bones[n])}),this.skeleton=new $i(this.bones,t.binds),this.bones[0].position.y=t.floor+t.lift,this.mesh=this.skinned(t.fine,this.material),this.full=null,this.group.add(this.mesh)}skinned(t,e){let n=new Yi(t,e);return n.bind(this.skeleton,new Bt),n.boundingSphere=new Ge(new P(0,.9,0),1.5),Object.assign(n,{castShadow:!0,receiveShadow:!this.view.isSoftware})}set triangles(t){let e=!t&&this.shape.isDressed;e&&!this.full&&(this.full=new xe().add(...this.shape.parts(this.view).map(({geometry:n,material:i})=>this.skinned(n,i))),this.group.add(this.full)),this.full&&(this.full.visible=e),this.mesh.visible=!e,this.mesh.geometry=this.shape.withTriangles(t)}fade(t){Object.assign(this.material,{transparent:t<1,opacity:t})}pose(t){this.group.position.fromArray(t.root),this.group.rotation.y=t.yaw,t.smpl&&(this.bones[0].position.fromArray(this.shape.pelvis(t.smpl.pelvis)),this.shape.smpl.forEach((e,n)=>this.bones[e]?.quaternion.fromArray(t.smpl.rotations,4*n)))}places(t=new Float32Array(3*this.bones.length)){return this.group.updateWorldMatrix(!0,!0),this.bones.forEach((e,n)=>t.set(e.matrixWorld.elements.slice(12,15),3*n)),t}dispose(){this.group.removeFromParent(),this.skeleton.dispose(),this.material.dispose()}},Dx=Nx(),Ux=new Vs(.022,1);function Nx(){let s=new Ki(.001,.03,.8,5,1).translate(0,.6,0).toNonIndexed(),t=new Ki(.03,.001,.2,5,1).translate(0,.1,0).toNonIndexed(),e=new Float32Array([...s.attributes.position.array,...t.attributes.position.array]),n=new $t().setAttribute("position",new Wt(e,3));return n.computeVertexNormals(),n}var hr=class{constructor(t,e,n=null){let i=n?n.shape.joints.map(({name:r,parent:o})=>({name:r,parent:n.shape.joints[o]?.name})):t;this.body=n,this.names=i.map(r=>r.name),this.parents=i.map(r=>this.names.indexOf(r.parent)),this.group=new xe,this.material=new Ee({color:e}),this.sticks=new ji(Dx,this.material,i.length),this.balls=new ji(Ux,this.material,i.length);for(let r of[this.sticks,this.balls])r.frustumCulled=!1,r.castShadow=!0,this.group.add(r);this.points=new Float32Array(3*i.length)}pose(t){if(this.body)this.body.places(this.points);else if(t.joints)Kn(t,t.joints,this.points);else return;let e=new P,n=new P,i=new P(0,1,0),r=new Se,o=new Bt,a=new P(1,1,1);this.parents.forEach((l,c)=>{if(e.fromArray(this.points,3*c),this.balls.setMatrixAt(c,o.compose(e,r.identity(),a.set(1,1,1))),l<0)return this.sticks.setMatrixAt(c,o.makeScale(0,0,0));n.fromArray(this.points,3*l);let h=e.distanceTo(n);r.setFromUnitVectors(i,e.sub(n).normalize()),this.sticks.setMatrixAt(c,o.compose(n,r,a.set(Math.min(1,4*h),h,Math.min(1,4*h))))}),this.sticks.instanceMatrix.needsUpdate=this.balls.instanceMatrix.needsUpdate=!0}places(){return this.points}dispose(){this.group.removeFromParent(),this.material.dispose(),this.sticks.dispose(),this.balls.dispose()}};var Fx=globalThis.matchMedia?.("(prefers-reduced-motion: reduce)"),La=class{constructor(t,e){Object.assign(this,{camera:t,isOn:e,isStill:!!Fx?.matches,begun:null,passed:0}),e&&(this.yaw=t.yaw=.32,this.ahead=[Math.sin(this.yaw),Math.cos(this.yaw)],this.side=[this.ahead[1],-this.ahead[0]],[this.from,this.to]=[{pitch:.05,distance:5.2},{pitch:.14,distance:4.3}],Object.assign(t,this.isStill?this.to:this.from))}place(t){let e=t===0?0:Math.ceil(t/2)*(t%2?1:-1)*.95,n=(this.isStill?0:3.9)+Math.ceil(t/2)*.55;return[0,1].map(i=>e*(this.side?.[i]??0)-n*(this.ahead?.[i]??0))}facing(){return this.yaw??0}steer(t,e){if(!this.isOn)return!1;this.isStill&&this.end(),this.begun??=e,e-this.begun>3.8&&this.end();for(let n of t)this.isOn&&!n.isOpening&&n.character.input({move:this.ahead,gait:"walk"}),!this.isOn&&n.isOpening&&n.character.input({move:[0,0]}),n.isOpening=this.isOn;return this.isOn}end(){this.isOn=!1}update(t){if(!this.to||this.isStill||this.passed>=1||this.begun===null)return;(this.camera.touched>0||this.camera.pointers.size)&&(this.passed=1),this.passed=Math.min(1,this.passed+t/3.8);let e=this.passed*this.passed*(3-2*this.passed);for(let n of["pitch","distance"])this.camera[n]+=(this.from[n]+e*(this.to[n]-this.from[n])-this.camera[n])*(this.passed<1?1:0)}};function Sd({at:s,x:t,z:e,side:n,error:i,most:r,power:o=8}){let a=(1<<o)+1,l=n/(a-1),c=new Float32Array(a*a);for(let d=0;d<a;d++)for(let f=0;f<a;f++)c[d*a+f]=s(t+f*l,e+d*l);let h=Ox(c,a),u=wd(h,a,i);for(let d=1.35*i;u.length>3*r;d*=1.35)u=wd(h,a,d);return kx(c,a,l,t,e,u)}function Ox(s,t){let e=new Float32Array(t*t),n=(i,r,o,a,l)=>{let c=i*t+r;e[c]=Math.abs(s[c]-.5*(s[c-o*t-a]+s[c+o*t+a]));for(let[h,u]of l)i+h>=0&&i+h<t&&r+u>=0&&r+u<t&&(e[c]=Math.max(e[c],e[c+h*t+u]))};for(let i=2;i<t;i*=2){let r=i/2,o=Math.floor(r/2),a=o?[[-o,-o],[-o,o],[o,-o],[o,o]]:[];for(let c=0;c<t;c+=r){let h=c/r%2;for(let u=h?0:r;u<t;u+=i)n(c,u,h?r:0,h?0:r,a)}let l=[[-r,0],[r,0],[0,-r],[0,r]];for(let c=r;c<t;c+=i)for(let h=r;h<t;h+=i)n(c,h,r,((c-r)/i+(h-r)/i)%2?-r:r,l)}return e}function wd(s,t,e){let n=[],i=t-1,r=(o,a,l,c,h,u)=>{let d=(o+l)/2,f=(a+c)/2;Math.abs(o-h)+Math.abs(a-u)>1&&s[d*t+f]>e?(r(h,u,o,a,d,f),r(l,c,h,u,d,f)):n.push(o*t+a,l*t+c,h*t+u)};return r(0,0,i,i,0,i),r(i,i,0,0,i,0),n}function kx(s,t,e,n,i,r){let o=new Map,a=[],l=[],c=(u,d)=>s[Math.min(t-1,Math.max(0,u))*t+Math.min(t-1,Math.max(0,d))],h=Uint32Array.from(r,u=>{if(o.has(u))return o.get(u);let d=Math.floor(u/t),f=u%t,g=(c(d,f+1)-c(d,f-1))/(2*e),_=(c(d+1,f)-c(d-1,f))/(2*e),m=Math.hypot(g,1,_);return a.push(n+f*e,s[u],i+d*e),l.push(-g/m,1/m,-_/m),o.set(u,o.size),o.size-1});return{positions:new Float32Array(a),normals:new Float32Array(l),indices:h}}var Ua={flat:null,hills:{ground:{kind:"hills",seed:1,side:48}},rolling:{ground:{kind:"rolling",seed:2,side:48}},rocky:{ground:{kind:"rocky",seed:3,side:48}},steps:{ground:{kind:"steps",seed:4,side:48}},course:{ground:{kind:"flat",side:48},walls:[{from:[-3,9],to:[1,9]},{from:[4,5],to:[4,9]},{from:[-5,2],to:[-5,7]}],jumps:[{at:[0,4]},{at:[-2.5,12]}],crouches:[{at:[2.2,12.5],size:[2.4,3]}],beams:[{from:[6.5,2],to:[6.5,8]}]}},Bx=`
  vec2 q = vGround.xz, w = fwidth(q) + 1e-5;
  vec2 one = abs(fract(q - 0.5) - 0.5) / w, ten = abs(fract(q / 10.0 - 0.5) - 0.5) * 10.0 / w;
  float fade = clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);
  float line = max((1.0 - min(1.0, min(one.x, one.y))) * 0.4 * fade, (1.0 - min(1.0, min(ten.x, ten.y) / 1.6)) * 0.6);`,zx=`
  float wide = max(w.x, w.y), slab = lot(floor(q + 0.5)), grain = 0.5 * rough(q * 26.0) + 0.3 * rough(q * 75.0) + 0.2 * rough(q * 5.0);
  diffuseColor.rgb *= 1.0 + 0.10 * (slab - 0.5) * clamp(1.0 - wide, 0.0, 1.0) + 0.16 * (grain - 0.5) * clamp(1.0 - wide * 12.0, 0.0, 1.0);`,Hx=`
  float lot(vec2 p) { vec3 a = fract(vec3(p.xyx) * 0.1031); a += dot(a, a.yzx + 33.33); return fract((a.x + a.y) * a.z); }
  float rough(vec2 p) {
    vec2 i = floor(p), f = p - i;
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(lot(i), lot(i + vec2(1.0, 0.0)), f.x), mix(lot(i + vec2(0.0, 1.0)), lot(i + vec2(1.0, 1.0)), f.x), f.y);
  }`;function Vx(s,t){let e=t?new Ee({color:s.ground}):new mn({color:s.ground,roughness:.9});return e.userData.line={value:new mt(s.line)},e.onBeforeCompile=n=>{n.uniforms.lineColor=e.userData.line,n.vertexShader=n.vertexShader.replace("#include <common>",`#include <common>
varying vec3 vGround;`).replace("#include <begin_vertex>",`#include <begin_vertex>
vGround = (modelMatrix * vec4(position, 1.0)).xyz;`),n.fragmentShader=n.fragmentShader.replace("#include <common>",`#include <common>
varying vec3 vGround;
uniform vec3 lineColor;${t?"":Hx}`).replace("#include <color_fragment>",`#include <color_fragment>
${Bx}${t?"":zx}
  diffuseColor.rgb = mix(diffuseColor.rgb, lineColor, line);`)},e}var Da=class{constructor(t){Object.assign(this,{view:t,map:null,scene:null}),this.group=new xe,this.material=Vx(t.colors,t.isSoftware),this.thing=new Ee({color:t.colors.line}),this.area=new pn({color:t.colors.mark,transparent:!0,opacity:.22,depthWrite:!1}),this.plane=new Jt(new di(160,160).rotateX(-Math.PI/2),this.material),this.plane.receiveShadow=!0,t.scene.add(this.plane,this.group),t.listeners.add(this)}theme(t){this.material.color.set(t.ground),this.material.userData.line.value.set(t.line),this.thing.color.set(t.line),this.area.color.set(t.mark)}detail(){this.map&&this.show(this.scene)}update(){let t=this.view.camera.target;this.plane.position.set(Math.round(t.x),0,Math.round(t.z))}show(t){this.clear(),this.scene=t;let e=t?.ground;this.map=e?.heights&&e.heights.flat().some(n=>n!==0)?{...e,heights:Float32Array.from(e.heights.flat())}:null,this.plane.visible=!this.map,this.map&&this.group.add(this.terrain(...this.view.detail.ground)),t&&this.furnish(t)}clear(){for(let t of[...this.group.children])t.geometry.dispose(),t.removeFromParent()}terrain(t,e){let{columns:n,cell:i,x:r,z:o}=this.map,a=Sd({at:(c,h)=>this.heightAt(c,h),x:r,z:o,side:(n-1)*i,error:t,most:e}),l=new $t().setAttribute("position",new Wt(a.positions,3)).setIndex(new Wt(a.indices,1));return l.setAttribute("normal",new Wt(a.normals,3)),Object.assign(new Jt(l,this.material),{receiveShadow:!0})}furnish({walls:t=[],jumps:e=[],crouches:n=[],beams:i=[]}){let r=(a,l,c,h,u)=>{let d=new Jt(a,l);return d.position.set(c,this.heightAt(c,h)+u,h),d.castShadow=l===this.thing,this.group.add(d),d},o=({from:a,to:l,width:c=.1},h,u,d)=>{let[f,g]=[l[0]-a[0],l[1]-a[1]];r(new An(2*c,h,Math.hypot(f,g)+2*c),d,(a[0]+l[0])/2,(a[1]+l[1])/2,u).rotation.y=Math.atan2(f,g)};for(let a of t)o(a,1,.5,this.thing);for(let a of i)o(a,.02,.012,this.area);for(let{at:a,radius:l=.75}of e)r(new Gs(l-.08,l,40).rotateX(-Math.PI/2),this.area,...a,.015);for(let{at:a,size:l}of n)r(new An(l[0],.08,l[1]),this.area,...a,1.35)}heightAt(t,e){let n=this.map;if(!n)return 0;let i=Math.min(n.columns-1.001,Math.max(0,(t-n.x)/n.cell)),r=Math.min(n.rows-1.001,Math.max(0,(e-n.z)/n.cell)),o=Math.floor(i),a=Math.floor(r),l=i-o,c=r-a,h=(u,d)=>n.heights[d*n.columns+u];return(1-c)*((1-l)*h(o,a)+l*h(o+1,a))+c*((1-l)*h(o,a+1)+l*h(o+1,a+1))}hit(t,e=new P){if(!this.map)return t.direction.y<-.01?t.at(-t.origin.y/t.direction.y,e):null;for(let n=0,i=.05;n<120;n+=i){t.at(n,e);let r=e.y-this.heightAt(e.x,e.z);if(r<=.005)return e;i=Math.max(.02,.4*r)}return null}};var ds=class{constructor({width:t=240,height:e=44,least:n=0,most:i=0,length:r=120}={}){this.canvas=document.createElement("canvas"),this.canvas.className="plot",this.canvas.setAttribute("aria-hidden","true"),Object.assign(this,{width:t,height:e,least:n,most:i,length:r,values:[]});let o=Math.min(2,devicePixelRatio);Object.assign(this.canvas,{width:t*o,height:e*o}),Object.assign(this.canvas.style,{width:`${t}px`,height:`${e}px`}),this.pen=this.canvas.getContext("2d"),this.pen.scale(o,o)}push(t){this.values.push(t),this.values.length>this.length&&this.values.shift(),this.draw()}draw(){let{pen:t,width:e,height:n,values:i}=this,r=Math.max(this.most,...i)||1,o=this.least,a=c=>e-1-(i.length-1-c)*(e/(this.length-1)),l=c=>n-2-(c-o)/(r-o)*(n-4);t.clearRect(0,0,e,n),t.beginPath(),i.forEach((c,h)=>t.lineTo(a(h),l(c))),t.strokeStyle=getComputedStyle(this.canvas).color,t.lineWidth=1.5,t.stroke(),t.lineTo(e,n),t.lineTo(a(0),n),t.globalAlpha=.15,t.fillStyle=t.strokeStyle,t.fill(),t.globalAlpha=1}};var Td=[["left_ankle","l"],["left_foot","l"],["right_ankle","r"],["right_foot","r"]],Gx=[1,3],Ac=3,Ed=.5,Na=class{constructor(){this.lamps=Td.map(([t,e])=>k(`span.lamp.${e}`,{title:t.replace("_"," ")})),this.speed=k("b",{},"0.0"),this.gait=k("b",{},O("stand")),this.slide=k("b",{},"–"),this.plot=new ds({width:120,height:26,least:0,most:20}),this.element=k(".meter",{role:"group","aria-label":O("slide")},k("span",{},this.gait),k("span",{},this.speed," m/s"),k("span.feet",{"aria-hidden":"true"},this.lamps),k("span",{title:O("slideIs")},O("slide")," ",this.slide," cm/s"),this.plot.canvas),this.clear()}clear(){Object.assign(this,{before:null,planted:[],slides:[],speeds:[],shown:0,latest:null})}take(t,e,n,i){let r=t.smpl&&n?qx(t,n):t.joints?Xx(t,i):null,o=e-(this.before?.time??e);this.before&&o>0&&o<.1&&this.speeds.push([e,Math.hypot(t.root[0]-this.before.c.root[0],t.root[2]-this.before.c.root[2])/o]);for(let a of Gx)this.slid(a,r!==null&&o<.1&&(t.contacts>>a&1)===1,r?.[a],e);this.before={time:e,c:t,places:r},this.latest=t}slid(t,e,n,i){let r=this.planted[t];if(!e||r&&i-r.time>=Ed){let o=e?{time:i,place:n}:r?.last;r&&o.time>r.time&&this.slides.push([o.time,100*Math.hypot(o.place.x-r.place.x,o.place.z-r.place.z),o.time-r.time]),this.planted[t]=null}e&&(this.planted[t]??={time:i,place:n},this.planted[t].last={time:i,place:n})}show(t,e){this.latest&&(this.lamps.forEach((n,i)=>n.classList.toggle("on",!!(this.latest.contacts>>i&1))),!(t-this.shown<.15)&&(this.shown=t,this.say(e,this.before.time)))}say(t,e){let n=(r,o)=>{let a=r.filter(([c])=>e-c<o),l=c=>a.reduce((h,u)=>h+(u[c]??1),0);return a.length?l(1)/l(2):null};this.slides=this.slides.filter(([r])=>e-r<Ac),this.speeds=this.speeds.filter(([r])=>e-r<Ac);let i=n(this.slides,Ac);this.speed.textContent=(n(this.speeds,.6)??0).toFixed(1),this.gait.textContent=O(t),this.slide.textContent=i===null?"–":i.toFixed(1),this.plot.push(n(this.slides,Ed)??0)}},Wx=["LeftFoot","LeftToeBase","RightFoot","RightToeBase"];function Xx(s,t){let e=Kn(s,s.joints),n=Wx.map(i=>t.indexOf(i));return n.includes(-1)?null:n.map(i=>new P().fromArray(e,3*i))}function qx(s,t){let e=new Se().setFromAxisAngle(new P(0,1,0),s.yaw),n=new Se;return Td.map(([i])=>{let r=new P;for(let o=t.findIndex(a=>a.name===i);o>0;o=t[o].parent)r.add(new P().fromArray(t[o].offset)),r.applyQuaternion(n.fromArray(s.smpl.rotations,4*t[o].parent));return r.add(new P().fromArray(s.smpl.pelvis)).applyQuaternion(e).add(new P().fromArray(s.root))})}var Yx=5126,Ad={target:34962},$x=120,Fa=class{constructor(){this.tracks=new Map,this.start=null}get seconds(){return this.start===null?0:this.last-this.start}get isFull(){return this.seconds>=$x}take(t){this.start??=t.time,this.last=t.time;for(let e of t.characters)e.smpl&&this.add(e,t.time-this.start)}add(t,e){let n=()=>({times:[],roots:[],yaws:[],pelvis:[],rotations:[],before:null}),i=this.tracks.get(t.id)??this.tracks.set(t.id,n()).get(t.id);if(i.times.length&&e<=i.times[i.times.length-1])return;let r=Float32Array.from([0,Math.sin(t.yaw/2),0,Math.cos(t.yaw/2),...t.smpl.rotations]);i.before&&Zn(r,i.before),i.before=r,i.times.push(e),i.roots.push(...t.root),i.pelvis.push(...t.smpl.pelvis),i.yaws.push(...r.subarray(0,4)),i.rotations.push(r.subarray(4))}glb(t){let e=new Rc;for(let[n,i]of this.tracks)t.has(n)&&e.character(`character ${n}`,i,t.get(n));return e.write()}},Rc=class{constructor(){this.gltf={asset:{version:"2.0",generator:"posed"},scene:0,scenes:[{nodes:[]}],nodes:[],meshes:[],skins:[],accessors:[],bufferViews:[],materials:[],animations:[{name:"motion",channels:[],samplers:[]}]},Object.assign(this,{parts:[],size:0,files:new Map,shapes:new Map})}take(t){if(this.files.has(t))return this.files.get(t);let{gltf:e,bin:n}=Jx(t),i=this.gltf,r={view:i.bufferViews.length,accessor:i.accessors.length,material:i.materials.length,image:i.images?.length??0,texture:i.textures?.length??0,sampler:i.samplers?.length??0};i.asset={...e.asset,...i.asset,extras:e.asset.extras},i.bufferViews.push(...e.bufferViews.map(u=>({...u,buffer:0,byteOffset:(u.byteOffset??0)+this.size}))),i.accessors.push(...e.accessors.map(u=>({...u,bufferView:u.bufferView+r.view})));for(let u of["images","textures","samplers"])e[u]&&(i[u]??=[]);i.images?.push(...(e.images??[]).map(u=>({...u,bufferView:u.bufferView+r.view}))),i.samplers?.push(...e.samplers??[]),i.textures?.push(...(e.textures??[]).map(u=>({...u,source:u.source+r.image,sampler:u.sampler+r.sampler}))),i.materials.push(...(e.materials??[{}]).map(u=>jx(u,r.texture))),this.parts.push(n),this.size+=n.byteLength;let o=u=>Object.fromEntries(Object.entries(u).map(([d,f])=>[d,f+r.accessor])),a=e.meshes[0],l=e.skins[0],c=a.primitives.map(u=>({...u,attributes:o(u.attributes),...u.indices===void 0?{}:{indices:u.indices+r.accessor},material:(u.material??0)+r.material,...u.targets?{targets:u.targets.map(o)}:{}})),h={mesh:{...a,primitives:c},joints:l.joints,nodes:e.nodes,binds:l.inverseBindMatrices===void 0?void 0:l.inverseBindMatrices+r.accessor};return this.files.set(t,h),h}character(t,e,{rig:n,color:i=null,rotations:r=a=>a,lift:o=0}){let{gltf:a}=this,l=this.take(n.buffer),c=a.nodes.length,h=c+2,{mesh:u,binds:d}=this.shaped(n,l),{joints:f,nodes:g}=l;a.meshes.push({...u,primitives:u.primitives.map(_=>({..._,material:this.material(_.material,i)}))}),a.skins.push({inverseBindMatrices:d,joints:f.map((_,m)=>h+m),skeleton:h}),a.nodes.push({name:t,children:[c+1,h]},{name:`${t}, skin`,mesh:a.meshes.length-1,skin:a.skins.length-1});for(let[_,m]of f.entries()){let{name:p,children:S}=g[m],b=n.pattern?n.joints[_].offset:g[m].translation;a.nodes.push({name:p,translation:b,...S?{children:S.map(y=>h+f.indexOf(y))}:{}})}a.scenes[0].nodes.push(c),this.animate(e,c,h,f.length,r,o)}shaped(t,e){if(!t.pattern)return e;if(!this.shapes.has(t)){let n=this.numbers(t.positions,"VEC3",Ad),i=this.numbers(t.normals,"VEC3",Ad),{weights:r,extras:o,...a}=e.mesh,l=a.primitives.map(({targets:c,...h})=>({...h,attributes:{...h.attributes,POSITION:n,NORMAL:i}}));this.shapes.set(t,{mesh:{...a,primitives:l},binds:this.numbers(t.inverseBinds,"MAT4")})}return this.shapes.get(t)}material(t,e){let{materials:n}=this.gltf,i=n[t]?.pbrMetallicRoughness??{};return e?n.push({...n[t],pbrMetallicRoughness:{...i,baseColorFactor:[...e,1]}})-1:t}animate(t,e,n,i,r,o){let{channels:a,samplers:l}=this.gltf.animations[0],c=this.numbers(t.times,"SCALAR"),h=(d,f,g,_)=>a.push({sampler:l.push({input:c,output:this.numbers(g,_),interpolation:"LINEAR"})-1,target:{node:d,path:f}});h(e,"translation",t.roots,"VEC3"),h(e,"rotation",t.yaws,"VEC4"),h(n,"translation",t.pelvis.map((d,f)=>f%3===1?d+o:d),"VEC3");let u=t.rotations.map(d=>r(d));for(let d=0;d<i;d++)h(n+d,"rotation",u.flatMap(f=>[...f.subarray(4*d,4*d+4)]),"VEC4")}numbers(t,e,n={}){let{bufferViews:i,accessors:r}=this.gltf,o=Float32Array.from(t),a={SCALAR:1,VEC3:3,VEC4:4,MAT4:16}[e],l=i.push({buffer:0,byteOffset:this.size,byteLength:o.byteLength,...n})-1,c=e==="SCALAR"||e==="VEC3"?Zx(o,a):{};return this.parts.push(new Uint8Array(o.buffer)),this.size+=o.byteLength,r.push({bufferView:l,componentType:Yx,count:o.length/a,type:e,...c})-1}write(){return this.gltf.buffers=[{byteLength:this.size}],Kx(this.gltf,this.parts)}};function jx(s,t){let{pbrMetallicRoughness:e}=s;return e?.baseColorTexture?{...s,pbrMetallicRoughness:{...e,baseColorTexture:{...e.baseColorTexture,index:e.baseColorTexture.index+t}}}:s}function Zx(s,t){let e=new Array(t).fill(1/0),n=new Array(t).fill(-1/0);return s.forEach((i,r)=>{e[r%t]=Math.min(e[r%t],i),n[r%t]=Math.max(n[r%t],i)}),{min:e,max:n}}function Jx(s){let t=new DataView(s),e=t.getUint32(12,!0),n=20+e;return{gltf:JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,e))),bin:new Uint8Array(s,n+8,t.getUint32(n,!0))}}function Kx(s,t){let e=new TextEncoder().encode(JSON.stringify(s)),n=4*Math.ceil(e.length/4),i=t.reduce((l,c)=>l+c.byteLength,0),r=new Uint8Array(28+n+i),o=new DataView(r.buffer);[1179937895,2,r.length,n,1313821514].forEach((l,c)=>o.setUint32(4*c,l,!0)),r.fill(32,20,20+n).set(e,20),o.setUint32(20+n,i,!0),o.setUint32(24+n,5130562,!0);let a=28+n;for(let l of t)r.set(l,a),a+=l.byteLength;return r.buffer}var Qx=.12,ty=.7,Cd=500,ey=50,Oa=class{constructor(t){Object.assign(this,{motion:t,drawing:!1,points:[]})}buttons(){return this.draw=jt(O("drawPath"),()=>this.toggle(),{keys:"P",pressed:!1}),[this.draw,jt(O("circle"),()=>this.preset(ny)),jt(O("eight"),()=>this.preset(iy)),jt(O("stop"),()=>this.stop())]}toggle(t=!this.drawing){this.drawing=t,this.draw.press(t),this.motion.view.canvas.classList.toggle("drawing",t),t&&fe(O("drawHint"),"hint")}grab(t){if(!this.drawing||!this.motion.mine)return null;let e=this.points=[],n=i=>{let r=this.motion.ground.hit(i),o=e[e.length-1];!r||e.length>=Cd||o&&Math.hypot(r.x-o[0],r.z-o[1])<Qx||(e.push([r.x,r.z]),this.motion.marks.path(e))};return n(t),{move:(i,r)=>n(r),end:()=>this.finish()}}finish(){this.toggle(!1);let{points:t}=this;if(t.length<2)return this.motion.marks.path([]);let[e,n]=[t[0],t[t.length-1]],i=t.length>12&&Math.hypot(e[0]-n[0],e[1]-n[1])<ty;this.follow(Rd(Rd(t,i),i),i)}follow(t,e){let{mine:n,marks:i,sticks:r}=this.motion;n&&(this.points=t,i.path(t,e),n.character.follow(t,{closed:e,gait:r.read().crouch?"crouch":"walk"}).catch(o=>fe(o.detail)))}preset(t){let e=this.motion.mine?.last;e&&this.follow(t(e.root[0],e.root[2],e.yaw),!0)}arrived(){this.forget()}stop(){this.forget(),this.motion.mine?.character.input({move:[0,0]})}forget(){this.points=[],this.motion.marks.path([]),this.motion.mine&&(this.motion.mine.character.path=null)}};function Rd(s,t){if(2*s.length>Cd)return s;let e=(i,r,o)=>[i[0]+(r[0]-i[0])*o,i[1]+(r[1]-i[1])*o],n=t?[]:[s[0]];for(let i=0;i<s.length-(t?0:1);i++){let r=s[i],o=s[(i+1)%s.length];n.push(e(r,o,.25),e(r,o,.75))}return t?n:[...n,s[s.length-1]]}var Id=(s,t,e,n)=>n.map(([i,r])=>[s+Math.cos(e)*i+Math.sin(e)*r,t-Math.sin(e)*i+Math.cos(e)*r]),Pd=(s,t)=>Array.from({length:s},(e,n)=>t(2*Math.PI*n/s));function ny(s,t,e){return Id(s,t,e,Pd(48,n=>[2.2*(1-Math.cos(n)),2.2*Math.sin(n)]))}function iy(s,t,e){return Id(s,t,e,Pd(72,n=>[2.4*Math.sin(n)*Math.cos(n)*1.4,3.2*Math.sin(n)]))}var ka=class{constructor(t){Object.assign(this,{motion:t,hand:null,next:0,place:new P})}buttons(){return this.knobs={left_hand:jt(O("leftHand"),()=>this.toggle("left_hand"),{pressed:!1}),right_hand:jt(O("rightHand"),()=>this.toggle("right_hand"),{keys:"G",pressed:!1})},Object.values(this.knobs)}toggle(t="right_hand"){let e=this.hand===t;this.stop(),!(e||!this.motion.mine?.last)&&(this.hand=t,this.knobs[t].press(!0),this.ball=new Ei(this.motion.view,14702140,.055),this.place.set(t==="left_hand"?.22:-.22,1.25,.42),this.update(),this.send(),fe(O("reachHint"),"hint"))}stop(){if(!this.hand)return;let{character:t}=this.motion.mine??{};t&&this.motion.stream?.ask("reach",{id:t.id,joint:this.hand,weight:0,seconds:.3}).catch(()=>{}),this.knobs[this.hand].press(!1),this.ball.dispose(),this.hand=this.ball=null}update(){let t=this.motion.mine?.last;!this.ball||!t||this.dragged||this.ball.position.copy(this.place).applyAxisAngle(new P(0,1,0),t.yaw).add(new P().fromArray(t.root))}grab(t){return!this.ball||this.ball.miss(t)>1?null:(this.dragged=!0,this.ball.drag(t,e=>this.drag(e),()=>{this.dragged=!1,this.send()}))}drag(t){let e=this.motion.mine?.last;e&&(this.place.copy(t).sub(new P().fromArray(e.root)).applyAxisAngle(new P(0,1,0),-e.yaw),performance.now()>this.next&&this.send())}send(){this.next=performance.now()+ey;let{character:t}=this.motion.mine??{};t&&this.motion.stream?.ask("reach",{id:t.id,joint:this.hand,target:this.place.toArray(),anchor:"root",weight:1,seconds:.15}).catch(e=>fe(e.detail))}};var Cc={KeyW:[0,1],ArrowUp:[0,1],KeyS:[0,-1],ArrowDown:[0,-1],KeyA:[-1,0],ArrowLeft:[-1,0],KeyD:[1,0],ArrowRight:[1,0]},sy={KeyQ:-1,KeyE:1},ry=.15,Ba=class{constructor(){Object.assign(this,{held:new Set,touch:[0,0],touchJog:!1,touchJump:!1,touchCrouch:!1,active:!0}),this.commands=new Map,addEventListener("keydown",t=>this.down(t)),addEventListener("keyup",t=>this.held.delete(t.code)),addEventListener("blur",()=>this.held.clear())}down(t){t.ctrlKey||t.metaKey||t.altKey||fa(t.target,t.key)||!this.active||((Cc[t.code]||t.code==="Space")&&t.preventDefault(),this.held.add(t.code),t.repeat||this.commands.get(t.code)?.())}read(){let t=0,e=0,n=0;for(let l of this.held)t+=Cc[l]?.[0]??0,e+=Cc[l]?.[1]??0,n+=sy[l]??0;let i=(...l)=>l.some(c=>this.held.has(c)),r=this.readPad();t+=this.touch[0]+r.right,e+=this.touch[1]+r.ahead,n+=r.sideways;let o=Math.hypot(t+n,e),a=Math.max(1,o);return{right:t/a,ahead:e/a,sideways:n/a,jog:i("ShiftLeft","ShiftRight")||this.touchJog||r.jog,run:i("KeyR"),crouch:i("KeyC")||this.touchCrouch||r.crouch,jump:i("Space")||this.touchJump||r.jump,idle:o<.01}}readPad(){let t=[...navigator.getGamepads?.()??[]].find(i=>i?.connected&&i.mapping==="standard");if(!t||!this.active)return{right:0,ahead:0,sideways:0,camera:[0,0]};let e=i=>Math.abs(i)<ry?0:i,n=i=>t.buttons[i]?.pressed??!1;return{right:e(t.axes[0]),ahead:-e(t.axes[1]),camera:[e(t.axes[2]),e(t.axes[3])],sideways:(n(5)?1:0)-(n(4)?1:0),jump:n(0),crouch:n(1),jog:(t.buttons[7]?.value??0)>.3}}touchControls(t){let e=k(".knob"),n=k(".stick",{"aria-hidden":"true"},e),i=a=>{let l=n.getBoundingClientRect(),c=l.width/2,h=(a.clientX-l.left-c)/c,u=(a.clientY-l.top-c)/c,d=Math.max(1,Math.hypot(h,u));[h,u]=[h/d,u/d],this.touch=[h,-u],e.style.transform=`translate(${h*60}%, ${u*60}%)`},r=()=>{this.touch=[0,0],e.style.transform=""};n.addEventListener("pointerdown",a=>{n.setPointerCapture(a.pointerId),i(a)}),n.addEventListener("pointermove",a=>n.hasPointerCapture(a.pointerId)&&i(a));for(let a of["pointerup","pointercancel"])n.addEventListener(a,r);let o=(a,l)=>k("button.knobs",{type:"button",onpointerdown:()=>{this[l]=!0},onpointerup:()=>{this[l]=!1},onpointercancel:()=>{this[l]=!1}},a);return k(".touch",{},n,k(".buttons",{},o(t.jog,"touchJog"),o(t.crouch,"touchCrouch"),o(t.jump,"touchJump")))}};var oy=[0,.35,-.35,.7,-.7,1.1,-1.1,1.6,-1.6,2.3,-2.3,Math.PI],ay=[1,.6],ly=1/12,cy=.12,hy=.8,uy=12;function Ic(s){return()=>{s=s+1831565813|0;let t=Math.imul(s^s>>>15,1|s);return t=t+Math.imul(t^t>>>7,61|t)^t,((t^t>>>14)>>>0)/4294967296}}var za=class{constructor(t=90){Object.assign(this,{rate:t,left:0,before:null})}at(t){return this.before!==null&&(this.left=Math.min(this.rate/4,this.left+this.rate*Math.max(0,t-this.before))),this.before=t,Math.floor(this.left)}spend(t){this.left-=t}};function dy([s,t],[e,n]){let i=s*s+t*t-1,r=s*e+t*n,o=e*e+n*n;if(i<=0)return 0;let a=r*r-o*i;return r<=0||a<0?1/0:(r-Math.sqrt(a))/o}var fs=class{constructor(t=1){Object.assign(this,{random:Ic(t),people:new Map,next:0,before:null})}turnAway(t){let e=this.people.get(t);e&&(e.goal=null)}step(t,e,n=1/0){if(e<this.next&&e>this.next-1)return[];let i=this.before===null?0:Math.min(.5,e-this.before);this.next=e+ly,this.before=e;for(let h of this.people.keys())t.some(u=>u.id===h)||this.people.delete(h);let r=t.map(h=>this.look(h,i)),o=r.filter(h=>h.isFree),a=2+1.5*Math.sqrt(t.length),l=r.find(h=>!h.isFree)?.place??[0,0],c=o.map(h=>this.decide(h,r,{middle:l,radius:a,time:e})).filter(({who:h,move:u})=>!h.sent||Math.hypot(u[0]-h.sent[0],u[1]-h.sent[1])>cy);return c.sort((h,u)=>u.urgency-h.urgency),c.slice(0,n).map(({who:h,move:u})=>[h.id,h.sent=u])}look({id:t,root:e,isFree:n},i){let r=this.people.get(t)??{id:t,place:[e[0],e[2]],velocity:[0,0],pace:.8+.2*this.random(),goal:null,sent:null},o=i>0?1-Math.exp(-i/.15):0;return[e[0],e[2]].forEach((a,l)=>{i>0&&(r.velocity[l]+=o*((a-r.place[l])/i-r.velocity[l])),r.place[l]=a}),r.at=r.place.map((a,l)=>a+.4*r.velocity[l]),r.isFree!==n&&(r.sent=null),r.isFree=n,this.people.set(t,r),r}decide(t,e,{middle:n,radius:i,time:r}){let o=e.filter(f=>f!==t&&Math.hypot(f.at[0]-t.at[0],f.at[1]-t.at[1])<5);if(!t.goal||r>t.until||Math.hypot(t.goal[0]-t.place[0],t.goal[1]-t.place[1])<hy){let f=i*Math.sqrt(this.random()),g=2*Math.PI*this.random();t.goal=[n[0]+f*Math.cos(g),n[1]+f*Math.sin(g)],t.until=r+uy}let[a,l]=[t.goal[0]-t.at[0],t.goal[1]-t.at[1]],c=Math.atan2(a,l),h=[Math.sin(c)*t.pace,Math.cos(c)*t.pace],u=null,d=f=>{let g=this.danger(t,o,f),_=Math.hypot(f[0]-h[0],f[1]-h[1]),m=t.sent?Math.hypot(f[0]-t.sent[0],f[1]-t.sent[1]):0,p=_+.3*m+g;(!u||p<u.cost)&&(u={who:t,move:f,cost:p,urgency:m+g})};for(let f of ay)for(let g of oy)d([Math.sin(c+g)*t.pace*f,Math.cos(c+g)*t.pace*f]);return d([0,0]),u}danger(t,e,n){let i=0;for(let r of e){let o=[r.at[0]-t.at[0],r.at[1]-t.at[1]],a=r.isFree?2:1,l=[0,1].map(h=>a*1.2*n[h]-(a-1)*t.velocity[h]-r.velocity[h]),c=dy(o,l);c>0?i=Math.max(i,c<3?1.2/(c+.15)-1.2/(3+.15):0):i=Math.max(i,8+3*(o[0]*l[0]+o[1]*l[1])/Math.max(.1,Math.hypot(...o)))}return i}};var Ld=[14274499,9414333,11120780,12164021,10467250,12890250,10133440,11833231],fy=["stand","walk","jog","crouch","jump","bump"],Ha=100,py=33,Nd=7,my=5,Dd=.5,Ud=[4,19,2,12,10,9,17,24,16,3,15,22],gy=5,_y=(s=>Array.from({length:Nd},()=>Array.from({length:my},()=>{let t=Math.sqrt(-2*Math.log(1-s()))*Math.cos(2*Math.PI*s());return Number(Math.max(-2,Math.min(2,1.2*t)).toFixed(2))})))(Ic(5)),xy=["random","gender","age","height","weight","percentile","look","wear","skin","hair_color","iris"],yy=s=>s?[1.35*Math.sqrt(s)*Math.cos(2.39996*s),1.35*Math.sqrt(s)*Math.sin(2.39996*s)]:[0,0],Va=class{constructor(t){let{view:e,client:n}=t;Object.assign(this,{app:t,view:e,client:n,recorder:null,input:{move:[0,0]},walkers:[],near:[],chosen:0,count:3,figure:"body",others:"wander",scene:"flat",person:{random:gy},body:"person",previews:[]}),this.opening=new La(e.camera,!this.readLink()),this.ground=new Da(e),this.marks=new _a(e,this.ground),this.wander=new fs,this.budget=new za,this.meter=new Na,this.sticks=new Ba,this.path=new Oa(this),this.reach=new ka(this),this.group=new xe,e.scene.add(this.group),this.crowd=new Ta(this.group),this.shade=new hs(this.group,e,this.ground),e.camera.heightAt=(i,r)=>this.ground.heightAt(i,r),e.listeners.add(this),this.sticks.commands.set("KeyN",()=>this.choose(this.chosen+1)),this.sticks.commands.set("KeyP",()=>this.path.toggle()),this.sticks.commands.set("KeyG",()=>this.reach.toggle()),this.sticks.commands.set("KeyV",()=>this.record()),this.sticks.commands.set("Home",()=>this.restart()),this.changes=Promise.resolve(),this.panel=this.makePanel(),this.hud=k(".motion-hud",{},this.meter.element,this.sticks.touchControls({jog:O("kJog"),jump:O("kJump"),crouch:O("kCrouch")}))}change(t){let e=this.changes.then(t);return this.changes=e.catch(n=>this.app.say(n)),this.changes}async start(){this.shapes=new Map;let t=Promise.all(Array.from({length:Math.min(this.count,3)},(e,n)=>this.preview(n)));bd(this.view),this.change(()=>this.open()),await t}async preview(t){let e=await this.shape(t);if(this.walkers.some(o=>o.last))return;let n=new Yn(e,this.colorOf(t),this.view),[i,r]=this.opening.place(t);n.triangles=this.triangles(this.count).first,n.group.position.set(i,0,r),n.group.rotation.y=this.opening.facing(t),vy(n),this.group.add(n.group),this.previews.push(n),!performance.getEntriesByName("body").length&&(performance.mark("body"),requestAnimationFrame(()=>requestAnimationFrame(()=>{performance.mark("picture"),document.getElementById("poster")?.remove()})))}fieldsOf(t){if(this.body==="person")return vd(t?{random:Ud[(t-1)%Ud.length]}:this.person);let e=t?_y[(t-1)%Nd]:this.person.betas??[];return e.length?{rig:!0,betas:e}:{rig:!0}}colorOf(t){return Ld[t&&1+(t-1)%(Ld.length-1)]}shape(t=0){let e=this.fieldsOf(t),n=t>0&&this.body!=="person",i=`${this.body}/${JSON.stringify(e)}${n?"/other":""}`,r=async()=>n?(await this.shape()).reshaped(this.client,this.body,e.betas):Pa.load(this.client,this.body,e);return this.shapes.has(i)||this.shapes.set(i,r().catch(o=>{throw this.shapes.delete(i),o})),this.shapes.get(i)}async open(){let t=await this.putScene(),e=this.stream=this.client.stream({WebSocket:this.app.Socket,...t?{scene:t}:{},profile:this.profile()});e.on("state",n=>this.stream===e&&this.app.connection(n)),e.on("event",n=>this.event(n)).on("stats",n=>this.app.stats(n)).on("frame",n=>this.frame(n)),e.on("error",n=>n.ref||this.app.say(n)),e.on("lost",()=>this.marks.forgetPrints());try{await e.open()}catch(n){throw this.stream=null,n}this.counter.range(1,Math.min(Ha,e.welcome.limits?.characters??Ha)),await this.fill()}async putScene(){let t=Ua[this.scene];if(!t)return this.ground.show(null);let e=`page-${this.scene}`;return await this.client.putScene(e,t),this.ground.show(await this.client.json("GET",`/v1/scenes/${e}?heights=true`)),e}restart(){return this.change(async()=>{let{stream:t}=this;this.stream=null,this.clear(),await t?.leave().catch(()=>{}),await this.open()})}profile(){return{channels:["root","contacts","trajectory",this.figure==="bones"?"joints":"smpl"]}}clear(){for(let t of this.walkers)this.drop(t);this.walkers=[],this.chosen=0,this.marks.forgetPrints(),this.marks.trajectories([]),this.path.forget(),this.reach.stop(),this.meter.clear(),this.wander=new fs}drop(t){for(let e of t.figures)e.dispose()}async fill(){for(;this.stream&&this.walkers.length>this.count;){let t=this.walkers.pop();await t.character.despawn().catch(()=>{}),this.drop(t),this.chosen>=this.walkers.length&&this.choose(0)}for(;this.stream&&this.walkers.length<this.count;){for(let r=this.walkers.length;r<Math.min(this.count,this.walkers.length+3);r++)this.shape(r).catch(()=>{});let t=this.walkers.length,e=await this.shape(t),n=await this.spawn(t,e);if(!n)break;let i={character:n,shape:e,heard:0,figures:[],color:this.colorOf(t)};this.walkers.push(i),this.dress(i)}}async spawn(t,{betas:e}){let n=this.opening.isOn?this.opening.place(t):yy(t).map((i,r)=>i+(this.walkers[0]?.last?.root[2*r]??0));try{return await this.stream.spawn({position:n,facing:this.opening.isOn?this.opening.facing(t):2.4*t,body:{model:this.body,betas:e}})}catch(i){if(i.code==="not_found"&&!this.walkers.length)throw Object.assign(new Error(O("noMotion")),{lasting:!0});return fe(i.code==="busy"?O("busy"):i.code==="limit"?O("limit"):i.detail),this.count=this.walkers.length,this.counter.set(this.count),null}}dress(t){this.drop(t);let e=this.figure==="bones"?null:new Yn(t.shape,t.color,this.view);if(t.figures=e?[e]:[],this.figure!=="body"){let n=this.stream.welcome.skeletons.find(i=>i.model===t.character.model)??this.stream.welcome.skeletons[0];t.figures.push(new hr(n.joints,e?this.view.colors.mark:t.color,e))}for(let n of t.figures)n.group.visible=!1,this.figure==="both"&&n instanceof Yn&&n.fade(.4),this.group.add(n.group)}setFigure(t){this.figure=t,this.change(async()=>{if(this.stream){await this.stream.profile(this.profile());for(let e of this.walkers)this.dress(e)}})}wear(t,e){return Object.assign(this,{body:t,person:e}),this.restart()}choose(t){this.walkers.length&&(this.walkers[this.chosen]?.character.input({move:[0,0]}),this.reach.stop(),this.chosen=t%this.walkers.length,this.meter.clear())}steer({time:t,characters:e}){let{mine:n,budget:i,input:r}=this,o=i.at(t);if(this.opening.steer(this.walkers,t))return;if(this.others==="copy"){let h=this.walkers.filter(u=>u!==n&&u.input!==r).sort((u,d)=>u.heard-d.heard).slice(0,o);for(let u of h)Object.assign(u,{input:r,heard:t}),u.character.input(r);return i.spend(h.length)}if(this.walkers.length<2)return;let a=new Map(this.walkers.map(h=>[h.character.id,h])),l=e.filter(h=>a.has(h.id)).map(h=>({id:h.id,root:h.root,isFree:h.id!==n?.character.id})),c=this.wander.step(l,t,o);for(let[h,u]of c)a.get(h).character.input({move:u,gait:"walk"});i.spend(c.length)}setOthers(t){this.others=t,this.wander=new fs,this.input={move:[0,0]};for(let e of this.walkers)e!==this.mine&&e.character.input(e.input=this.input)}get mine(){return this.walkers[this.chosen]}frame(t){this.app.frame(),this.recorder?.take(t),this.recorder?.isFull&&this.record(),this.steer(t);let{mine:e}=this,n=e&&t.characters.find(o=>o.id===e.character.id);if(!n)return;let i=e.figures.find(o=>o instanceof Yn),r=e.figures.find(o=>o instanceof hr);this.meter.take(n,t.time,i?.shape.joints??null,r?.names??[])}event({event:t,id:e,foot:n,position:i}){if(t==="footstep"){let r=this.walkers.find(o=>o.character.id===e);r&&this.marks.footprint(n==="left"?0:1,...i,r.last?.yaw??0)}t==="blocked"&&this.wander.turnAway(e),t==="arrived"&&e===this.mine?.character.id&&this.path.arrived()}async record(){let{recorder:t}=this;if(this.recorder=t?null:new Fa,this.recordKnob.press(!t),this.recordKnob.firstChild.textContent=O(t?"record":"recording"),!t)return;if(!t.tracks.size)return fe(O("nothingRecorded"));let e=new Map(this.walkers.map(r=>[r.character.id,{rig:r.shape.rig,color:r.shape.isDressed?null:new mt(r.color).toArray(),rotations:o=>r.shape.rotations(o),lift:r.shape.lift}])),n=new Blob([t.glb(e)],{type:"model/gltf-binary"}),i=URL.createObjectURL(n);k("a",{href:i,download:"motion.glb"}).click(),setTimeout(()=>URL.revokeObjectURL(i),1e4),fe(O("recorded"),"hint")}link(){let t=new URLSearchParams({characters:this.count,scene:this.scene,figure:this.figure,others:this.others,model:this.body});for(let[e,n]of Object.entries(this.person))t.set(e,Array.isArray(n)?n.map(i=>Number(i.toFixed(4))).join(","):n);return t.set("view",this.view.camera.write()),`#motion?${t.toString().replace(/%2C/g,",")}`}readLink(){if(!location.hash.startsWith("#motion?"))return!1;let t=new URLSearchParams(location.hash.slice(8)),e=(t.get("betas")??"").split(",").filter(Boolean).map(Number),n=(r,o)=>{o.includes(t.get(r))&&(this[r]=t.get(r))};n("scene",Object.keys(Ua)),n("figure",["body","bones","both"]),n("others",["wander","copy"]),this.count=Math.min(Ha,Math.max(1,Math.round(Number(t.get("characters"))||1))),/^[\w.-]+$/.test(t.get("model")??"")&&(this.body=t.get("model"));let i=Object.fromEntries(xy.filter(r=>t.get(r)).map(r=>[r,t.get(r)]));return e.length&&e.every(Number.isFinite)&&(i.betas=e),Object.keys(i).length&&(this.person=i),this.view.camera.read(t.get("view")),t.get("opening")!=="1"}async copy(){let t=`${location.origin}/${this.link()}`;await navigator.clipboard.writeText(t).then(()=>fe(O("linked"),"hint"),()=>fe(t,"hint"))}update(t,e){if(!this.group.visible)return;let n=this.stream?.sample()??[],i=new Map(n.map(r=>[r.id,r]));this.pose(i,e),this.darken(),this.marks.trajectories(this.walkers.length>24?[this.mine?.last].filter(Boolean):n),this.mine?.last&&!this.opening.isOn&&this.accompany(t,this.mine.last),this.opening.update(t),this.drive(e),this.reach.update()}pose(t,e){let{near:n}=this,i=this.view.camera.eye.position;n.length=0;for(let r of this.walkers){let o=t.get(r.character.id);o&&(r.last=o,r.far=r===this.mine?-1:Math.hypot(o.root[0]-i.x,o.root[2]-i.z),n.push(r))}n.sort((r,o)=>r.far-o.far),n.length>=Math.min(this.count,3)&&this.previews.splice(0).forEach(r=>r.dispose()),this.place(n),this.view.sun.castShadow=this.view.detail.shadows>0&&(n.length<30||!this.view.isSoftware),this.mine?.last&&this.meter.show(e,fy[this.mine.last.gait]??"stand")}theme(){this.shade.theme()}darken(){this.shade.begin();for(let t of this.previews)this.shade.below(t.places());this.near.forEach(({last:t,figures:[e]},n)=>{n<8&&e?.group.parent?this.shade.below(e.places()):this.shade.spot(t.root[0],t.root[2],.34,.6)}),this.shade.send()}triangles(t){let{first:e,rest:n}=this.view.detail,i=qn.find(r=>r*(t-1)<=Math.max(n*19,qn.at(-1)*(t-1)));return{first:e&&Math.max(e,i),rest:Math.max(n,i)}}place(t){let{bodies:e}=this.view.detail,{first:n,rest:i}=this.triangles(t.length),r=this.view.isSoftware&&this.figure==="body"&&t.length>1,o=[];t.forEach((a,l)=>{let c=r&&l>e&&a.last.smpl;c&&!(a.far<Dd)&&o.push({key:a.character.id,c:a.last,shape:a.shape,color:a.color});let h=a.far>=0&&a.far<Dd;for(let u of a.figures)c?u.group.removeFromParent():(u.group.parent||this.group.add(u.group),u instanceof Yn&&(u.triangles=this.figure==="both"?6e3:l===0?n:l<=e?0:i),u.pose(a.last),u.group.visible=!h)}),this.crowd.draw(o,i)}accompany(t,e){let{camera:n}=this.view,i=n.aim.clone();n.aim.set(e.root[0],e.root[1]+.92,e.root[2]);let[r,o]=[n.aim.x-i.x,n.aim.z-i.z],a=Math.hypot(r,o)/Math.max(.001,t);a>30&&n.target.copy(n.aim);let l=this.sticks.readPad().camera;if(n.turn(-2.2*t*l[0],1.4*t*l[1]),a<.4||a>8||n.time-n.touched<1.5||n.pointers.size)return;let{ahead:c,right:h}=n.axes,u=(r*h[0]+o*h[1])/(a*t);(r*c[0]+o*c[1])/(a*t)>-.5&&n.turn(-.55*t*u*Math.min(1,a),0)}drive(t){let e=this.sticks.read(),{mine:n}=this;if(!n||t<(this.nextInput??0))return;let{ahead:i,right:r}=this.view.camera.axes,o=e.right+e.sideways,a=[0,1].map(u=>e.ahead*i[u]+o*r[u]);e.idle||this.opening.end();let l=JSON.stringify([a.map(u=>u.toFixed(3)),e]);if(this.opening.isOn||l===this.sent||e.idle&&!e.jump&&!e.crouch&&n.character.path)return;this.nextInput=t+py/1e3,this.sent=l,n.character.path&&this.path.forget();let c=e.sideways!==0?1:0,h={move:a,gait:e.crouch?"crouch":e.run?"run":e.jog?"jog":"walk",jump:e.jump,strafe:c,look:c?i:null};n.character.input(h),this.input=h}makePanel(){this.counter=xn({label:O("characters"),min:1,max:Ha,step:1,value:this.count,oninput:e=>{this.count=e},onchange:()=>this.change(()=>this.fill())});let t=e=>e.map(n=>[n,O(n)]);return this.recordKnob=jt(k("span",{},O("record")),()=>this.record(),{keys:"V",pressed:!1}),k("section",{},this.counter,tn({label:O("others"),options:t(["wander","copy"]),value:this.others,onchange:e=>this.setOthers(e)}),tn({label:O("figure"),options:[["body",O("asBody")],["bones",O("asBones")],["both",O("both")]],value:this.figure,onchange:e=>this.setFigure(e)}),tn({label:O("scene"),options:t(Object.keys(Ua)),value:this.scene,onchange:e=>{this.scene=e,this.restart()}}),k("fieldset.row",{},k("legend",{},O("path")),this.path.buttons()),k("fieldset.row",{},k("legend",{},O("reach")),this.reach.buttons()),k("fieldset.row",{},k("legend",{},O("show")),Mi({label:O("trajectory"),value:this.marks.showTrajectory,onchange:e=>{this.marks.showTrajectory=e}}),Mi({label:O("footprints"),value:this.marks.showPrints,onchange:e=>{this.marks.showPrints=e}})),k(".row",{},this.recordKnob,jt(O("reset"),()=>this.restart(),{keys:"Home"}),jt(O("link"),()=>this.copy())),this.keyHelp())}keyHelp(){let t=[["W A S D / ↑ ← ↓ →","kMove"],["Shift","kJog",!0],["R","kRun",!0],["C","kCrouch",!0],["Space","kJump"],["Q E","kStrafe"],["[ ]","kTurn"],["+ −","kZoom"],["N","kNext"],["P","kPath"],["G","kReach"],["V","kRecord"]];return k("details.keys",{open:innerWidth>760&&innerHeight>820},k("summary",{},O("keys")),k("dl",{},t.map(([e,n,i])=>[k("dt",{},k("kbd",{},e)),k("dd",{},i?`${O(n)} (${O("hold")})`:O(n))])))}show(t){this.shown=t,this.group.visible=this.ground.group.visible=t,this.ground.plane.visible=!t||!this.ground.map,this.marks.show(t),this.sticks.active=t,t&&(this.view.camera.onrest=null),t&&(this.view.camera.grab=(e,n)=>this.reach.grab(n)??this.path.grab(n)),t&&(this.view.camera.heightAt=(e,n)=>this.ground.heightAt(e,n)),!t&&(this.mine?.character.input({move:[0,0]}),this.reach.stop())}};function vy(s){let t=(e,n)=>s.bones.find(i=>i.name===e)?.quaternion.setFromAxisAngle(new P(0,0,1),n);t("left_shoulder",-1.2),t("right_shoulder",1.2)}var by=[["roundTrip","ms",1],["late","ms",2],["load","%",0],["rate","/s",0],["bytes","KB/s",1],["dropped","",0],["frames","/s",0]],Ga=class{constructor(t){Object.assign(this,{app:t,frames:0,bytes:0,latest:{},droppedBefore:null}),this.rows=new Map(by.map(([e,n,i])=>[e,{unit:n,digits:i,plot:new ds({width:280,length:60}),value:k("output",{},"–")}])),this.everyone=k("output",{},"–"),this.sessions=k("output",{},"–"),this.models=k(".models",{"aria-busy":"true"}),this.version=k("p.quiet"),this.panel=k("section",{},k(".plots",{},[...this.rows].map(([e,n])=>k(".plot-row",{},k("span",{},O(e)),n.value,n.plot.canvas))),k(".facts",{},k("span",{},O("everyone")),this.everyone,k("span",{},O("sessions")),this.sessions),k("h2",{},O("resident")),this.models,this.version,k("p.links",{},k("a",{href:"/docs"},O("interface")),k("a",{href:"/openapi.json"},"OpenAPI"),k("a",{href:"/metrics"},O("metrics")),k("a",{href:"/web/licences.txt"},O("licence")))),setInterval(()=>this.second(),1e3)}socketClass(){let t=this;return class extends WebSocket{constructor(...e){super(...e),this.addEventListener("message",({data:n})=>{t.bytes+=n.byteLength??n.length})}}}stats(t){this.latest=t,this.everyone.textContent=t.characters,this.sessions.textContent=t.sessions}second(){let{stream:t}=this.app.motion,e=this.latest,n=(e.dropped??0)-(this.droppedBefore??e.dropped??0),i=(performance.now()-(this.before??performance.now()-1e3))/1e3;this.before=performance.now(),this.droppedBefore=e.dropped??null,this.put("roundTrip",t?.clock.roundTrip===null||!t?null:1e3*t.clock.roundTrip),this.put("late",e.late_ms),this.put("load",e.load===void 0?null:100*e.load),this.put("rate",this.frames/i),this.put("bytes",this.bytes/1e3/i),this.put("dropped",n),this.put("frames",this.app.view.fps),this.frames=this.bytes=0}put(t,e){let n=this.rows.get(t);e!=null&&(n.value.textContent=`${e.toFixed(n.digits)} ${n.unit}`,n.plot.push(e))}show(t){t&&!this.asked&&this.load().catch(e=>this.app.say(e))}async load(){this.asked=!0;let[t,e]=await Promise.all([this.app.client.models(),this.app.client.json("GET","/v1/version")]);this.models.replaceChildren(...t.map(n=>k("details",{},k("summary",{},k("b",{},n.id),` ${O(n.kind)} · ${(n.resident_bytes/1e6).toFixed(1)} MB · ${n.licence??""}`),k("p.quiet",{},n.provenance??"")))),this.models.removeAttribute("aria-busy"),this.version.textContent=`posed ${e.version} · ${e.commit.slice(0,9)} · ${e.kernels}`}};performance.mark("script");var en=s=>document.getElementById(s),My=s=>{try{return localStorage.getItem(s)}catch{return null}},Fd=(s,t)=>{try{localStorage.setItem(s,t)}catch{}},Pc=class{constructor(t){this.root=document.documentElement,this.client=new xs(location.origin,{key:My("posed.key")}),this.view=new Ca(en("view"),t),performance.mark("view"),this.server=new Ga(this),this.Socket=this.server.socketClass(),this.motion=new Va(this),this.tabs={motion:this.motion,body:new Sa(this),server:this.server,guide:new Ea},en("view").setAttribute("aria-label",O("view")),en("panel").setAttribute("aria-label",O("panel")),this.makeBar(),this.show(this.tabs[location.hash.slice(1).split("?")[0]]?location.hash.slice(1).split("?")[0]:"motion")}makeBar(){this.knobs=Object.keys(this.tabs).map(t=>k("button",{type:"button",role:"tab",id:`tab-${t}`,"aria-controls":"panel",onclick:()=>this.tap(t),onkeydown:e=>{(e.key==="ArrowLeft"||e.key==="ArrowRight")&&(this.step(t,e.key==="ArrowLeft"?-1:1),e.stopPropagation())}},O(t))),en("tabs").append(...this.knobs),en("tools").append(jt(O("language"),$u,{title:"Language"}),jt("◐",()=>this.setTheme(this.root.dataset.theme==="dark"?"light":"dark"),{title:O("theme")}),jt("☰",()=>this.openPanel(document.body.classList.contains("bare")),{title:O("panel")})),document.addEventListener("click",t=>{t.detail>0&&t.target.closest?.("button,label")&&en("view").focus({preventScroll:!0})})}openPanel(t){document.body.classList.toggle("bare",!t),this.view.resize()}tap(t){Ia()&&t===this.tab?this.openPanel(document.body.classList.contains("bare")):this.show(t)}step(t,e){let n=Object.keys(this.tabs),i=n[(n.indexOf(t)+e+n.length)%n.length];this.show(i),en(`tab-${i}`).focus()}show(t){this.tab=t;for(let n of this.knobs){let i=n.id===`tab-${t}`;n.setAttribute("aria-selected",i),n.tabIndex=i?0:-1}let e=n=>n===t||n==="motion"&&(t==="server"||t==="guide");for(let[n,i]of Object.entries(this.tabs))e(n)||i.show(!1);for(let[n,i]of Object.entries(this.tabs))e(n)&&i.show(!0);t!=="body"&&location.hash&&history.replaceState(null,"",t==="motion"?location.pathname:`#${t}`),en("panel").replaceChildren(this.tabs[t].panel),en("panel").setAttribute("aria-labelledby",`tab-${t}`),en("hud").replaceChildren(this.tabs[t].hud??""),document.body.dataset.tab=t,Ia()&&document.body.classList.toggle("bare",t==="motion"),this.view.resize()}setTheme(t){this.root.dataset.theme=t,Fd("posed.theme",t),this.view.setTheme()}async start(){try{await this.motion.start()}catch(t){this.say(t)}this.tab==="server"&&this.server.show(!0)}connection(t){if(document.body.dataset.line=t,t==="open"||t==="closed")return this.banner("");t==="waiting"?this.banner(O("waiting")):this.motion.walkers.length||this.banner(O("connecting"))}stats(t){this.server.stats(t)}frame(){this.server.frames++}banner(t,e=null){en("banner").replaceChildren(...t?[k("span",{},t),e].filter(Boolean):[])}say(t){if(console.warn(t),t instanceof Ri&&t.status===401)return this.askKey();if(t.lasting)return this.banner(t.message);if(t instanceof TypeError&&/fetch/i.test(t.message))return this.banner(O("noServer"),jt(O("again"),()=>location.reload()));if(t instanceof je&&["gave_up","taken_over","closed"].includes(t.code))return this.banner(t.code==="gave_up"?O("noServer"):O("closed"),jt(O("again"),()=>{this.banner(""),this.motion.restart()}));fe({413:O("tooLarge"),429:O("tooFast"),503:O("full")}[t.status]??t.detail??t.message)}askKey(){if(document.querySelector("dialog[open]"))return;let t=k("input",{type:"password",autocomplete:"off",required:!0,"aria-label":O("key")}),e=k("dialog",{},k("form",{method:"dialog"},k("p",{},O("askKey")),t,k("button",{type:"submit"},O("open"))));e.addEventListener("close",()=>{Fd("posed.key",t.value.trim()),location.reload()}),document.body.append(e),e.showModal()}};try{(globalThis.posed=new Pc(await globalThis.drawing)).start()}catch(s){console.warn(s),en("banner").textContent=/webgl/i.test(s.message)?O("noWebgl"):s.message}
