var lr=class{constructor({first:t=.1,most:e=8,random:n=Math.random}={}){Object.assign(this,{first:t,most:e,random:n,attempts:0})}next(t=0){let e=Math.min(this.most,this.first*2**this.attempts++);return t+e*(.5+.5*this.random())}reset(){this.attempts=0}};var wi={root:1,joints:2,rotations:4,contacts:8,trajectory:16,smpl:32,vertices:64,character:128},Td=["auto","walk","jog","run","crouch"],Ad=["world","character","camera"],Rd=24,Cd=32,Id=24,Pd=32,Tc=1/4096,Ld=Math.SQRT1_2,cr=class extends Error{},ka=class{constructor(t){let{buffer:e,byteOffset:n,byteLength:i}=ArrayBuffer.isView(t)?t:{buffer:t,byteOffset:0,byteLength:t.byteLength};this.view=new DataView(e,n,i),this.at=0}skip(t){let e=this.at;if(t>this.view.byteLength-e)throw new cr(`byte ${e}: ${t} bytes expected, ${this.view.byteLength-e} are there`);return this.at+=t,e}points(t){let e=this.skip(6*t),n=new Float32Array(3*t);for(let i=0;i<n.length;i++)n[i]=this.view.getInt16(e+2*i,!0)*Tc;return n}rotations(t,e){let n=this.skip(e/8*t),i=new Float32Array(4*t);for(let r=0;r<t;r++)(e===48?Ud:Dd)(i,4*r,this.view,n+e/8*r);return i}trajectory(t){let e=this.skip(8*t),n=new Float32Array(3*t),i=new Float32Array(t);for(let r=0;r<t;r++){for(let o=0;o<3;o++)n[3*r+o]=this.view.getInt16(e+8*r+2*o,!0)*Tc;i[r]=this.view.getInt16(e+8*r+6,!0)*Math.PI/32768}return{points:n,facings:i}}character(t){let e=this.view.getUint16(this.skip(4),!0),n=this.skip(12);return{root:new Float32Array([0,4,8].map(r=>this.view.getFloat32(n+r,!0))),rotations:this.rotations(e,t)}}vertices(){return this.points(this.view.getUint32(this.skip(4),!0))}};function Rc(s,t,e,n,i,r,o){let a=[n,i,r],l=0;for(let c=0,h=0;c<4;c++){if(c===e)continue;let u=(2*a[h++]/o-1)*Ld;s[t+c]=u,l+=u*u}s[t+e]=Math.sqrt(Math.max(0,1-l))}function Dd(s,t,e,n){let i=e.getUint32(n,!0);Rc(s,t,i>>>30,i>>>20&1023,i>>>10&1023,i&1023,1023)}function Ud(s,t,e,n){let i=e.getUint32(n,!0),r=e.getUint16(n+4,!0);Rc(s,t,r>>>14,(r<<2|i>>>30)&32767,i>>>15&32767,i&32767,32767)}function Nd(s,t,e){let{view:n}=s,i=s.skip(Cd),r=n.getUint16(i+8,!0),o=n.getUint32(i,!0),a=new Float32Array([16,20,24].map(h=>n.getFloat32(i+h,!0))),l={id:o,seq:n.getUint32(i+4,!0),channels:r,contacts:n.getUint8(i+10),gait:n.getUint8(i+11),phase:n.getFloat32(i+12,!0),root:a,yaw:n.getFloat32(i+28,!0)},c=e(o);return r&wi.joints&&(l.joints=s.points(c.joints)),r&wi.rotations&&(l.rotations=s.rotations(c.joints,t)),r&wi.trajectory&&(l.trajectory=s.trajectory(c.samples)),r&wi.smpl&&(l.smpl={pelvis:s.points(1),rotations:s.rotations(Id,t)}),r&wi.vertices&&(l.vertices=s.vertices()),r&wi.character&&(l.character=s.character(t)),l}function Cc(s,t){let e=new ka(s),{view:n}=e;e.skip(Rd);let i=n.getUint32(0,!0),r=n.getUint8(4),o=n.getUint8(5);if(i!==826561360||r!==1||o!==0)throw new cr(`byte 0: no frame of version 1 (version ${r}, kind ${o})`);let a=n.getUint16(6,!0)&1?32:48,l=typeof t=="function"?t:()=>t,c={tick:n.getUint32(8,!0),time:n.getFloat64(12,!0),rotationBits:a,characters:[]};for(let h=n.getUint16(20,!0);h>0;h--)c.characters.push(Nd(e,a,l));return c}var Oa=(s,t,e)=>Math.min(e,Math.max(t,s));function Ac(s,t,e){let n=typeof s=="number"?s:t.indexOf(s);if(!(n>=0&&n<t.length))throw new RangeError(`${e}: ${s}; one of ${t.join(", ")} allowed`);return n}function Ic(s){let t=new DataView(new ArrayBuffer(Pd)),{move:e=[0,0],look:n=null,camera_yaw:i=0,strafe:r=0,speed:o=0}=s,a=i-2*Math.PI*Math.round(i/(2*Math.PI));return t.setUint8(0,1),t.setUint8(1,(s.jump?1:0)|(s.responsive?2:0)|(n?4:0)),t.setUint8(2,Ac(s.gait??0,Td,"gait")),t.setUint8(3,Ac(s.axes??0,Ad,"axes")),t.setUint32(4,s.id,!0),t.setUint32(8,s.seq??0,!0),t.setFloat32(12,e[0],!0),t.setFloat32(16,e[1],!0),t.setInt16(20,Math.round(Oa(n?.[0]??0,-1,1)*32767),!0),t.setInt16(22,Math.round(Oa(n?.[1]??0,-1,1)*32767),!0),t.setInt16(24,Math.round(a/Math.PI*32767),!0),t.setUint16(26,Math.round(Oa(r,0,1)*65535),!0),t.setFloat32(28,o,!0),new Uint8Array(t.buffer)}function $n(s,t){let e=Math.min(s.length,t.length);for(let n=0;n<e;n+=4)if(s[n]*t[n]+s[n+1]*t[n+1]+s[n+2]*t[n+2]+s[n+3]*t[n+3]<0)for(let r=n;r<n+4;r++)s[r]=-s[r];return s}function cs(s,t,e,n){for(let i=0;i<s.length;i+=4)Fd(s,t,e,n,i);return s}function Fd(s,t,e,n,i){let r=t[i]*e[i]+t[i+1]*e[i+1]+t[i+2]*e[i+2]+t[i+3]*e[i+3],o=r<0?-1:1,a=Math.acos(Math.min(1,r*o)),l=Math.sin(a),c=l<1e-4?1-n:Math.sin((1-n)*a)/l,h=o*(l<1e-4?n:Math.sin(n*a)/l),u=0;for(let d=i;d<i+4;d++)s[d]=c*t[d]+h*e[d],u+=s[d]*s[d];u=Math.sqrt(u);for(let d=i;d<i+4;d++)s[d]/=u}function Zn(s,t,e,n){for(let i=0;i<s.length;i++)s[i]=t[i]+(e[i]-t[i])*n;return s}function Ba(s){return s-2*Math.PI*Math.round(s/(2*Math.PI))}function hr(s,t,e){return s+Ba(t-s)*e}function jn(s,t,e=new Float32Array(t.length)){let n=Math.cos(s.yaw),i=Math.sin(s.yaw),[r,o,a]=s.root;for(let l=0;l+2<t.length;l+=3){let c=t[l],h=t[l+2];e[l+1]=o+t[l+1],e[l]=r+n*c+i*h,e[l+2]=a-i*c+n*h}return e}var ur=class{constructor({window:t=4,slew:e=.05}={}){Object.assign(this,{window:t,slew:e}),this.reset()}reset(){this.halves=[1/0,1/0],this.since=this.last=this.offset=this.roundTrip=null}frame(t,e){let n=e-t;(this.since===null||e-this.since>this.window/2)&&(this.halves=[this.halves[1],1/0],this.since=e),this.halves[1]=Math.min(this.halves[1],n),this.follow(Math.min(...this.halves),e)}pong(t,e,n){this.roundTrip=n-t,this.halves[1]===1/0&&this.follow(n-this.roundTrip/2-e,n)}follow(t,e){(this.offset===null||Math.abs(t-this.offset)>1)&&(this.offset=t);let n=this.slew*Math.max(0,e-(this.last??e));this.offset+=Math.min(n,Math.max(-n,t-this.offset)),this.last=e}at(t){return this.offset===null?null:t-this.offset}},dr=class{constructor({capacity:t=64,limit:e=.1,gap:n=.5}={}){Object.assign(this,{capacity:t,limit:e,gap:n,frames:[],gone:new Set})}clear(){this.frames=[],this.gone.clear()}remove(t){this.gone.add(t);for(let{characters:e}of this.frames)e.delete(t)}get newest(){return this.frames[this.frames.length-1]??null}push(t){let e=this.newest;if(e&&t.time<=e.time)return!1;let n={time:t.time,tick:t.tick,characters:new Map(t.characters.map(i=>[i.id,i]))};for(let i of this.gone)n.characters.delete(i);if(e)for(let[i,r]of n.characters)Od(r,e.characters.get(i));return this.frames.push(n),this.frames.length>this.capacity&&this.frames.shift(),!0}sample(t){let e=this.frames.length-1;for(;e>0&&this.frames[e].time>t;)e--;let n=this.frames[e],i=this.frames[e+1];if(!n)return[];if(t<=n.time)return[...n.characters.values()];if(!i||i.time-n.time>this.gap)return this.beyond(e,t);let r=(t-n.time)/(i.time-n.time);return[...n.characters.values()].filter(o=>i.characters.has(o.id)).map(o=>kd(o,i.characters.get(o.id),r))}beyond(t,e){let n=this.frames[t],i=this.frames[t-1],r=Math.min(e-n.time,this.limit),o=i?n.time-i.time:0;return!o||o>this.gap?[...n.characters.values()]:[...n.characters.values()].map(a=>{let l=i.characters.get(a.id);return l?{...a,root:Zn(new Float32Array(3),l.root,a.root,1+r/o),yaw:hr(l.yaw,a.yaw,1+r/o)}:a})}};function Od(s,t){s.rotations&&t?.rotations&&$n(s.rotations,t.rotations),hs(s.character?.rotations,t?.character?.rotations)&&$n(s.character.rotations,t.character.rotations),s.smpl&&t?.smpl&&$n(s.smpl.rotations,t.smpl.rotations)}var Rn=s=>new Float32Array(s.length),hs=(s,t)=>s&&t&&s.length===t.length;function kd(s,t,e){let i={...e<.5?s:t,root:Zn(Rn(s.root),s.root,t.root,e),yaw:hr(s.yaw,t.yaw,e)};i.phase=hr(s.phase,t.phase,e),(i.phase<0||i.phase>=2*Math.PI)&&(i.phase-=2*Math.PI*Math.floor(i.phase/(2*Math.PI)));for(let r of["joints","vertices"])hs(s[r],t[r])&&(i[r]=Zn(Rn(s[r]),s[r],t[r],e));return hs(s.rotations,t.rotations)&&(i.rotations=cs(Rn(s.rotations),s.rotations,t.rotations,e)),s.smpl&&t.smpl&&(i.smpl={pelvis:Zn(Rn(s.smpl.pelvis),s.smpl.pelvis,t.smpl.pelvis,e),rotations:cs(Rn(s.smpl.rotations),s.smpl.rotations,t.smpl.rotations,e)}),hs(s.character?.rotations,t.character?.rotations)&&(i.character={root:Zn(Rn(s.character.root),s.character.root,t.character.root,e),rotations:cs(Rn(s.character.rotations),s.character.rotations,t.character.rotations,e)}),hs(s.trajectory?.points,t.trajectory?.points)&&(i.trajectory={points:Zn(Rn(s.trajectory.points),s.trajectory.points,t.trajectory.points,e),facings:s.trajectory.facings.map((r,o)=>r+Ba(t.trajectory.facings[o]-r)*e)}),i}var $e=class extends Error{constructor({code:t,pointer:e="",detail:n=t,errors:i=[]}){super(n),Object.assign(this,{name:"StreamError",code:t,pointer:e,detail:n,errors:i})}},fr=class{constructor(t,e){Object.assign(this,{stream:t,fields:e,id:0,model:null,seq:0,held:null,path:null})}input(t){return this.held={...t,id:this.id,seq:++this.seq},this.path=null,this.stream.sendHeld(this),this.seq}inputText(t){return this.held={...t,id:this.id,seq:++this.seq},this.path=null,this.stream.ask("input",{id:this.id,seq:this.seq,...t})}follow(t,e={}){return this.held=null,this.path={path:t,...e},this.stream.ask("follow",{id:this.id,...this.path})}look(t,e={}){return this.stream.ask("look",t?{id:this.id,at:t,...e}:{id:this.id,...e})}reach(t,e,n={}){return this.stream.ask("reach",e?{id:this.id,joint:t,target:e,...n}:{id:this.id,joint:t,...n})}despawn(){return this.stream.characters.delete(this),this.stream.timeline.remove(this.id),this.stream.ask("despawn",{id:this.id})}},Bd=1,Pc=new Set(["left","taken_over","too_many_errors"]),zd=({type:s,reason:t,come_back:e})=>s==="bye"&&t!=="left"&&(e===!1||Pc.has(t)),Hd=({asked:s,divisor:t,vertices_divisor:e=t})=>t===s&&e===s,us=class{constructor(t,e={}){let{WebSocket:n=globalThis.WebSocket,now:i=()=>performance.now()/1e3}=e;if(!n)throw new TypeError("options.WebSocket: this platform has none of its own; give one (npm ws)");Object.assign(this,{url:t,options:e,WebSocket:n,now:i,state:"closed",delay:e.delay??2.5}),this.backoff=e.backoff??new lr,this.timeline=e.timeline??new dr,this.clock=e.clock??new ur,this.token=e.resume??null,this.profileFields=e.profile??null,Object.assign(this,{session:null,welcome:null,lowered:null,models:new Map,listeners:new Map,asked:new Map,warned:new Set}),Object.assign(this,{characters:new Set,socket:null,refs:0,timer:null,heart:null,opening:null,ever:!1,after:0})}on(t,e){return this.listeners.has(t)||this.listeners.set(t,new Set),this.listeners.get(t).add(e),this}off(t,e){return this.listeners.get(t)?.delete(e),this}emit(t,e){for(let n of this.listeners.get(t)??[])n(e)}warn(t,{code:e,reason:n=e,pointer:i="",detail:r=""}){let o=`${n} ${i}`;this.listeners.get(t)?.size||this.warned.has(o)||this.warned.size>=32||(this.warned.add(o),console.warn(`posed: ${[n,i,r].filter(Boolean).join(": ")}`))}open(){if(this.opening)return this.opening.promise;let t=this.opening={};return t.promise=new Promise((e,n)=>Object.assign(t,{resolve:e,reject:n})),this.connect(),t.promise}async spawn(t={}){let e=new fr(this,t);return await this.place(e,t),this.characters.add(e),e}async place(t,e){let n=await this.ask("spawn",e),{id:i,model:r,joints:o=null,root:a=null,scale:l=1}=n;Object.assign(t,{id:i,model:r,joints:o,root:a,scale:l})}profile(t){return this.profileFields=t,this.ask("profile",t)}async ping(){return await this.ask("ping",{time:this.now()}),this.clock.roundTrip}get divisor(){return Math.max(this.profileFields?.divisor??1,this.lowered?.divisor??1)}sample(t=this.now()){let e=this.clock.at(t),n=this.welcome?.tick_rate??60,{divisor:i}=this;return e===null?[]:this.timeline.sample(e-this.delay*i/n)}async leave(){if(this.state==="open"){let t=new Promise(e=>this.on("state",n=>n==="closed"&&e()));this.send({type:"leave"}),await t}else this.finish(new $e({code:"closed"}))}close(){this.finish(new $e({code:"closed"}))}ask(t,e={}){return this.state!=="open"?Promise.reject(new $e({code:"disconnected",detail:"there is no connection now"})):this.askNow(t,e)}askNow(t,e){let n=`r${++this.refs}`,i=new Promise((r,o)=>this.asked.set(n,{resolve:r,reject:o}));return this.send({type:t,ref:n,...e}),i}send(t){this.socket.send(JSON.stringify(t))}sendHeld(t){this.state==="open"&&t.held&&t.id&&this.socket.send(Ic({...t.held,id:t.id}))}take(t){if(typeof t!="string")return this.takeFrame(t);let e=JSON.parse(t),n=this.asked.get(e.ref);this.asked.delete(e.ref),e.type==="spawned"&&this.models.set(e.id,e.model),e.type==="pong"&&this.clock.pong(e.time,e.server_time,this.now()),e.type==="bye"&&(this.bye=e),e.type==="lowered"&&(this.lowered=Hd(e)?null:e),e.type==="error"&&n?n.reject(new $e(e)):n?.resolve(e),(e.type==="error"?!n:zd(e))&&this.warn(e.type,e),["event","lowered","stats","error","bye"].includes(e.type)&&this.emit(e.type,e)}takeFrame(t){if(!this.welcome)return;let e=Cc(t,n=>this.countsOf(n));this.clock.frame(e.time,this.now()),this.timeline.push(e)&&this.emit("frame",e)}countsOf(t){let{skeletons:e}=this.welcome,n=this.models.get(t),i=e.find(r=>r.model===n)??e.find(r=>r.default)??e[0];return{joints:i.joints.length,samples:i.samples}}enter(t){this.state=t,this.emit("state",t)}async connect(){this.enter("connecting");try{let t=await this.options.ticket?.();if(this.state!=="connecting")return;let e=new this.WebSocket(t?`${this.url}?ticket=${encodeURIComponent(t)}`:this.url,["posed.v1"]);e.binaryType="arraybuffer",this.socket=e,this.bye=null;let n=i=>r=>this.socket===e&&i(r);e.onopen=n(()=>this.join().catch(i=>this.refused(i))),e.onmessage=n(({data:i})=>this.take(i)),e.onclose=n(()=>this.lose()),e.onerror=()=>{}}catch(t){this.state==="connecting"&&this.lose(t)}}async join(){let{scene:t,vmc:e,watch:n}=this.options,i=this.session,r=null;this.token&&(r=await this.askNow("join",{resume:this.token}).catch(a=>this.forgotten(a))),r??=await this.askNow("join",n?{watch:n}:{...t&&{scene:t},...e&&{vmc:e}});let o=i!==null&&r.session!==i;Object.assign(this,{welcome:r,lowered:null,session:r.session,token:r.resume_token??null}),o&&this.forget();for(let{id:a,model:l}of r.characters??[])this.models.set(a,l);this.backoff.reset(),this.ever=!0,this.enter("open"),await this.restore(o),this.beat(),this.emit("welcome",r),o&&this.emit("lost",{before:i,session:r.session}),this.opening.resolve(r)}forgotten(t){if(t.code!=="not_found")throw t;return this.token=null,null}forget(){this.last=this.timeline.newest?.characters??new Map,this.timeline.clear(),this.clock.reset(),this.models.clear()}async restore(t){this.profileFields&&await this.askNow("profile",this.profileFields),t&&this.options.respawn===!1&&this.characters.clear();for(let e of this.characters)t&&await this.respawn(e),this.sendHeld(e)}async respawn(t){let e=this.last.get(t.id),n=e?{position:[e.root[0],e.root[2]],facing:e.yaw}:{};await this.place(t,{...t.fields,...n}),t.path&&await this.askNow("follow",{id:t.id,...t.path})}beat(){clearInterval(this.heart),this.heart=setInterval(()=>{if(this.state==="open"){for(let t of this.characters)this.sendHeld(t);this.ask("ping",{time:this.now()}).catch(()=>{})}},1e3*Bd),this.heart.unref?.()}refused(t){if(t.code==="disconnected"||t.code==="busy"||t.code==="limit")return this.socket.close();this.finish(t)}lose(t){this.drop(t);let e=this.bye,n=this.options.attempts??(this.ever?1/0:3);if(e&&(e.come_back===!1||Pc.has(e.reason)))return this.finish(new $e({code:e.reason,detail:e.detail}));if(this.backoff.attempts>=n)return this.finish(t??new $e({code:"gave_up",detail:`${this.url} cannot be reached`}));this.enter("waiting"),this.timer=setTimeout(()=>this.connect(),1e3*this.backoff.next(e?.after??0))}drop(t){clearInterval(this.heart),this.socket=null;let e=[...this.asked.values()];this.asked.clear();for(let{reject:n}of e)n(t??new $e({code:"disconnected",detail:"the connection was lost"}))}finish(t){let e=this.socket;clearTimeout(this.timer),this.state="closing",this.drop(t),e?.close(),this.enter("closed"),this.opening?.promise.catch(()=>{}),this.opening?.reject(t),this.opening=null}};var Si=class extends Error{constructor(t,e,n=null){super(e.detail??e.title??`status ${t}`),Object.assign(this,{name:"PosedError",status:t,detail:this.message,errors:e.errors??[],retryAfter:n})}},Vd={json:"json",bvh:"text"},ds=class{constructor(t=globalThis.location?.origin??"http://127.0.0.1:8080",{key:e=null,fetch:n=globalThis.fetch}={}){this.base=t.replace(/\/+$/,""),this.key=e,this.fetch=(...i)=>n(...i)}async request(t,e,n,{signal:i}={}){let r=this.key?{Authorization:`Bearer ${this.key}`}:{};n!==void 0&&(r["Content-Type"]="application/json");let o=await this.fetch(this.base+e,{method:t,headers:r,signal:i,body:n===void 0?void 0:JSON.stringify(n)});if(o.ok)return o;let a=await o.json().catch(()=>({}));throw new Si(o.status,a,Number(o.headers.get("Retry-After"))||null)}async json(t,e,n,i){return(await this.request(t,e,n,i)).json()}async models(){return(await this.json("GET","/v1/models")).models}model(t="default"){return this.json("GET",`/v1/models/${t}`)}async faces(t="default"){return new Uint32Array(await(await this.request("GET",`/v1/models/${t}/faces?format=bin`)).arrayBuffer())}async mesh(t="default",e={},n){if(e.bodies)throw new TypeError("fields.bodies: use meshes() for many");return(await this.meshes(t,e,n))[0]}async meshes(t="default",e={},n){let i=await this.request("POST",`/v1/models/${t}/mesh?format=bin`,e,n);return Gd(await i.arrayBuffer(),i.headers.get("Posed-Shape"),i.headers.get("Posed-Frame"))}glbUrl(t="default",e={}){let n=new URLSearchParams({format:"glb"});for(let[i,r]of Object.entries(e))n.set(i,Array.isArray(r)?r.flat(1/0).join(","):r);return`${this.base}/v1/models/${t}/mesh?${n}`}async glb(t="default",e={},n){return(await this.request("GET",this.glbUrl(t,e).slice(this.base.length),void 0,n)).arrayBuffer()}async joints(t="default",e={},n){let i=await this.request("POST",`/v1/models/${t}/joints?format=bin`,e,n);return new Float32Array(await i.arrayBuffer())}async measure(t="default",e={},n){return(await this.json("POST",`/v1/models/${t}/measure`,e,n)).bodies[0]}fit(t="default",e={},n){return this.json("POST",`/v1/models/${t}/fit`,e,n)}ik(t,e){return this.json("POST","/v1/ik/solve",t,e)}async rollout(t,{format:e="json",...n}={}){return(await this.request("POST",`/v1/motions/rollout?format=${e}`,t,n))[Vd[e]??"arrayBuffer"]()}putScene(t,e,n){return this.json("PUT",`/v1/scenes/${t}`,e,n)}async ticket(){return(await this.json("POST","/v1/tickets",{})).ticket}stream(t={}){let e=this.key?()=>this.ticket():void 0;return new us(this.base.replace(/^http/,"ws")+"/v1/stream",{ticket:e,...t})}};function Gd(s,t,e){let n=t.split("; ").map(l=>{let[c,h]=l.split("=");return{name:c,dims:h.split("x").map(Number)}}),i=n.filter(l=>l.name!=="faces"),r=n.find(l=>l.name==="faces"),o=Array.from({length:i[0]?.dims[0]??1},()=>({frame:e})),a=0;for(let l of o)for(let{name:c,dims:h}of i)l[c]=new Float32Array(s,a,h[1]*h[2]),a+=l[c].byteLength;if(r)for(let l of o)l.faces=new Uint32Array(s,a,r.dims[0]*r.dims[1]);return o}function fs(s,t,e){return Lc(s,t,"position",e.vertices),e.faces&&t.index?.array.length!==e.faces.length&&t.setIndex(new s.BufferAttribute(e.faces,1)),e.normals?Lc(s,t,"normal",e.normals):t.index&&t.computeVertexNormals(),t.computeBoundingSphere(),t}function Lc(s,t,e,n){let i=t.getAttribute(e);i?.array.length===n.length?(i.array.set(n),i.needsUpdate=!0):t.setAttribute(e,new s.BufferAttribute(n,3))}/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */var hh=0,wl=1,uh=2;var Ys=1,dh=2,pn=3,rn=0,De=1,Oe=2,En=0,ni=1,Sl=2,El=3,Tl=4,fh=5,On=100,ph=101,mh=102,gh=103,_h=104,xh=200,yh=201,vh=202,bh=203,Or=204,kr=205,Mh=206,wh=207,Sh=208,Eh=209,Th=210,Ah=211,Rh=212,Ch=213,Ih=214,lo=0,co=1,ho=2,ii=3,uo=4,fo=5,po=6,mo=7,go=0,Ph=1,Lh=2,Tn=0,Dh=1,Uh=2,Nh=3,Fh=4,Oh=5,kh=6,Bh=7,fl="attached",zh="detached",Al=300,ui=301,di=302,_o=303,xo=304,$s=306,si=1e3,Fn=1001,Br=1002,Fe=1003,Hh=1004;var Zs=1005;var on=1006,yo=1007;var Hn=1008;var cn=1009,Rl=1010,Cl=1011,Zi=1012,vo=1013,Vn=1014,Ke=1015,ji=1016,bo=1017,Mo=1018,Ji=1020,Il=35902,Pl=1021,Ll=1022,We=1023,Bi=1026,Ki=1027,wo=1028,So=1029,Dl=1030,Eo=1031;var To=1033,js=33776,Js=33777,Ks=33778,Qs=33779,Ao=35840,Ro=35841,Co=35842,Io=35843,Po=36196,Lo=37492,Do=37496,Uo=37808,No=37809,Fo=37810,Oo=37811,ko=37812,Bo=37813,zo=37814,Ho=37815,Vo=37816,Go=37817,Wo=37818,Xo=37819,qo=37820,Yo=37821,tr=36492,$o=36494,Zo=36495,Ul=36283,jo=36284,Jo=36285,Ko=36286;var Ms=2300,zr=2301,Fr=2302,pl=2400,ml=2401,gl=2402;var Vh=3200,Gh=3201;var Qo=0,Wh=1,An="",Le="srgb",ri="srgb-linear",ws="linear",Jt="srgb";var ei=7680;var _l=519,Xh=512,qh=513,Yh=514,Nl=515,$h=516,Zh=517,jh=518,Jh=519,xl=35044,er=35048;var Fl="300 es",sn=2e3,Ss=2001;var wn=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let i=n[t];if(i!==void 0){let r=i.indexOf(e);r!==-1&&i.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,t);t.target=null}}},Te=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var za=Math.PI/180,Hr=180/Math.PI;function Qi(){let s=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Te[s&255]+Te[s>>8&255]+Te[s>>16&255]+Te[s>>24&255]+"-"+Te[t&255]+Te[t>>8&255]+"-"+Te[t>>16&15|64]+Te[t>>24&255]+"-"+Te[e&63|128]+Te[e>>8&255]+"-"+Te[e>>16&255]+Te[e>>24&255]+Te[n&255]+Te[n>>8&255]+Te[n>>16&255]+Te[n>>24&255]).toLowerCase()}function Gt(s,t,e){return Math.max(t,Math.min(e,s))}function Wd(s,t){return(s%t+t)%t}function Ha(s,t,e){return(1-e)*s+e*t}function ps(s,t){switch(t.constructor){case Float32Array:return s;case Uint32Array:return s/4294967295;case Uint16Array:return s/65535;case Uint8Array:return s/255;case Int32Array:return Math.max(s/2147483647,-1);case Int16Array:return Math.max(s/32767,-1);case Int8Array:return Math.max(s/127,-1);default:throw new Error("Invalid component type.")}}function Ne(s,t){switch(t.constructor){case Float32Array:return s;case Uint32Array:return Math.round(s*4294967295);case Uint16Array:return Math.round(s*65535);case Uint8Array:return Math.round(s*255);case Int32Array:return Math.round(s*2147483647);case Int16Array:return Math.round(s*32767);case Int8Array:return Math.round(s*127);default:throw new Error("Invalid component type.")}}var kt=class s{constructor(t=0,e=0){s.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,i=t.elements;return this.x=i[0]*e+i[3]*n+i[6],this.y=i[1]*e+i[4]*n+i[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Gt(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),i=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*i+t.x,this.y=r*i+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Se=class{constructor(t=0,e=0,n=0,i=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=i}static slerpFlat(t,e,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],p=r[o+1],g=r[o+2],_=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u;return}if(a===1){t[e+0]=d,t[e+1]=p,t[e+2]=g,t[e+3]=_;return}if(u!==_||l!==d||c!==p||h!==g){let m=1-a,f=l*d+c*p+h*g+u*_,S=f>=0?1:-1,M=1-f*f;if(M>Number.EPSILON){let A=Math.sqrt(M),T=Math.atan2(A,f*S);m=Math.sin(m*T)/A,a=Math.sin(a*T)/A}let y=a*S;if(l=l*m+d*y,c=c*m+p*y,h=h*m+g*y,u=u*m+_*y,m===1-a){let A=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=A,c*=A,h*=A,u*=A}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],p=r[o+2],g=r[o+3];return t[e]=a*g+h*u+l*p-c*d,t[e+1]=l*g+h*d+c*u-a*p,t[e+2]=c*g+h*p+a*d-l*u,t[e+3]=h*g-a*u-l*d-c*p,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,i){return this._x=t,this._y=e,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,i=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),p=l(i/2),g=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*p*g,this._y=c*p*u-d*h*g,this._z=c*h*g+d*p*u,this._w=c*h*u-d*p*g;break;case"YXZ":this._x=d*h*u+c*p*g,this._y=c*p*u-d*h*g,this._z=c*h*g-d*p*u,this._w=c*h*u+d*p*g;break;case"ZXY":this._x=d*h*u-c*p*g,this._y=c*p*u+d*h*g,this._z=c*h*g+d*p*u,this._w=c*h*u-d*p*g;break;case"ZYX":this._x=d*h*u-c*p*g,this._y=c*p*u+d*h*g,this._z=c*h*g-d*p*u,this._w=c*h*u+d*p*g;break;case"YZX":this._x=d*h*u+c*p*g,this._y=c*p*u+d*h*g,this._z=c*h*g-d*p*u,this._w=c*h*u-d*p*g;break;case"XZY":this._x=d*h*u-c*p*g,this._y=c*p*u-d*h*g,this._z=c*h*g+d*p*u,this._w=c*h*u+d*p*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,i=Math.sin(n);return this._x=t.x*i,this._y=t.y*i,this._z=t.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],i=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let p=.5/Math.sqrt(d+1);this._w=.25/p,this._x=(h-l)*p,this._y=(r-c)*p,this._z=(o-i)*p}else if(n>a&&n>u){let p=2*Math.sqrt(1+n-a-u);this._w=(h-l)/p,this._x=.25*p,this._y=(i+o)/p,this._z=(r+c)/p}else if(a>u){let p=2*Math.sqrt(1+a-n-u);this._w=(r-c)/p,this._x=(i+o)/p,this._y=.25*p,this._z=(l+h)/p}else{let p=2*Math.sqrt(1+u-n-a);this._w=(o-i)/p,this._x=(r+c)/p,this._y=(l+h)/p,this._z=.25*p}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Gt(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let i=Math.min(1,e/n);return this.slerp(t,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,i=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,i=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+i*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=i,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let p=1-e;return this._w=p*o+e*this._w,this._x=p*n+e*this._x,this._y=p*i+e*this._y,this._z=p*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),u=Math.sin((1-e)*h)/c,d=Math.sin(e*h)/c;return this._w=o*u+this._w*d,this._x=n*u+this._x*d,this._y=i*u+this._y*d,this._z=r*u+this._z*d,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(t),i*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},P=class s{constructor(t=0,e=0,n=0){s.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Dc.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Dc.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*i,this.y=r[1]*e+r[4]*n+r[7]*i,this.z=r[2]*e+r[5]*n+r[8]*i,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,i=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*i-a*n),h=2*(a*e-r*i),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*i,this.y=r[1]*e+r[5]*n+r[9]*i,this.z=r[2]*e+r[6]*n+r[10]*i,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this.z=Gt(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this.z=Gt(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,i=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Va.copy(this).projectOnVector(t),this.sub(Va)}reflect(t){return this.sub(Va.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Gt(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,i=this.z-t.z;return e*e+n*n+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let i=Math.sin(e)*t;return this.x=i*Math.sin(n),this.y=Math.cos(e)*t,this.z=i*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),i=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=i,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Va=new P,Dc=new Se,Ft=class s{constructor(t,e,n,i,r,o,a,l,c){s.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c)}set(t,e,n,i,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=i,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],p=n[5],g=n[8],_=i[0],m=i[3],f=i[6],S=i[1],M=i[4],y=i[7],A=i[2],T=i[5],C=i[8];return r[0]=o*_+a*S+l*A,r[3]=o*m+a*M+l*T,r[6]=o*f+a*y+l*C,r[1]=c*_+h*S+u*A,r[4]=c*m+h*M+u*T,r[7]=c*f+h*y+u*C,r[2]=d*_+p*S+g*A,r[5]=d*m+p*M+g*T,r[8]=d*f+p*y+g*C,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,p=c*r-o*l,g=e*u+n*d+i*p;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=u*_,t[1]=(i*c-h*n)*_,t[2]=(a*n-i*o)*_,t[3]=d*_,t[4]=(h*e-i*l)*_,t[5]=(i*r-a*e)*_,t[6]=p*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-i*c,i*l,-i*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(Ga.makeScale(t,e)),this}rotate(t){return this.premultiply(Ga.makeRotation(-t)),this}translate(t,e){return this.premultiply(Ga.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<9;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Ga=new Ft;function Ol(s){for(let t=s.length-1;t>=0;--t)if(s[t]>=65535)return!0;return!1}function Es(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function Kh(){let s=Es("canvas");return s.style.display="block",s}var Uc={};function oi(s){s in Uc||(Uc[s]=!0,console.warn(s))}function Qh(s,t,e){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(t,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Nc=new Ft().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Fc=new Ft().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Xd(){let s={enabled:!0,workingColorSpace:ri,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Jt&&(i.r=Mn(i.r),i.g=Mn(i.g),i.b=Mn(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Jt&&(i.r=ki(i.r),i.g=ki(i.g),i.b=ki(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===An?ws:this.spaces[i].transfer},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[r].toXYZ).multiply(this.spaces[o].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace},fromWorkingColorSpace:function(i,r){return oi("THREE.ColorManagement: .fromWorkingColorSpace() has been renamed to .workingToColorSpace()."),s.workingToColorSpace(i,r)},toWorkingColorSpace:function(i,r){return oi("THREE.ColorManagement: .toWorkingColorSpace() has been renamed to .colorSpaceToWorking()."),s.colorSpaceToWorking(i,r)}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[ri]:{primaries:t,whitePoint:n,transfer:ws,toXYZ:Nc,fromXYZ:Fc,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Le},outputColorSpaceConfig:{drawingBufferColorSpace:Le}},[Le]:{primaries:t,whitePoint:n,transfer:Jt,toXYZ:Nc,fromXYZ:Fc,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Le}}}),s}var qt=Xd();function Mn(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function ki(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var Ei,Vr=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Ei===void 0&&(Ei=Es("canvas")),Ei.width=t.width,Ei.height=t.height;let i=Ei.getContext("2d");t instanceof ImageData?i.putImageData(t,0,0):i.drawImage(t,0,0,t.width,t.height),n=Ei}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Es("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let i=n.getImageData(0,0,t.width,t.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=Mn(r[o]/255)*255;return n.putImageData(i,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Mn(e[n]/255)*255):e[n]=Mn(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},qd=0,zi=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:qd++}),this.uuid=Qi(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):e instanceof VideoFrame?t.set(e.displayHeight,e.displayWidth,0):e!==null?t.set(e.width,e.height,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Wa(i[o].image)):r.push(Wa(i[o]))}else r=Wa(i);n.url=r}return e||(t.images[this.uuid]=n),n}};function Wa(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?Vr.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var Yd=0,Xa=new P,Ce=class s extends wn{constructor(t=s.DEFAULT_IMAGE,e=s.DEFAULT_MAPPING,n=Fn,i=Fn,r=on,o=Hn,a=We,l=cn,c=s.DEFAULT_ANISOTROPY,h=An){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Yd++}),this.uuid=Qi(),this.name="",this.source=new zi(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new kt(0,0),this.repeat=new kt(1,1),this.center=new kt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Ft,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0}get width(){return this.source.getSize(Xa).x}get height(){return this.source.getSize(Xa).y}get depth(){return this.source.getSize(Xa).z}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){console.warn(`THREE.Texture.setValues(): property '${e}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Al)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case si:t.x=t.x-Math.floor(t.x);break;case Fn:t.x=t.x<0?0:1;break;case Br:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case si:t.y=t.y-Math.floor(t.y);break;case Fn:t.y=t.y<0?0:1;break;case Br:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Ce.DEFAULT_IMAGE=null;Ce.DEFAULT_MAPPING=Al;Ce.DEFAULT_ANISOTROPY=1;var re=class s{constructor(t=0,e=0,n=0,i=1){s.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=i}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,i){return this.x=t,this.y=e,this.z=n,this.w=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*i+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,i,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],p=l[5],g=l[9],_=l[2],m=l[6],f=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+p+f-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let M=(c+1)/2,y=(p+1)/2,A=(f+1)/2,T=(h+d)/4,C=(u+_)/4,D=(g+m)/4;return M>y&&M>A?M<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(M),i=T/n,r=C/n):y>A?y<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(y),n=T/i,r=D/i):A<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(A),n=C/r,i=D/r),this.set(n,i,r,e),this}let S=Math.sqrt((m-g)*(m-g)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(m-g)/S,this.y=(u-_)/S,this.z=(d-h)/S,this.w=Math.acos((c+p+f-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Gt(this.x,t.x,e.x),this.y=Gt(this.y,t.y,e.y),this.z=Gt(this.z,t.z,e.z),this.w=Gt(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=Gt(this.x,t,e),this.y=Gt(this.y,t,e),this.z=Gt(this.z,t,e),this.w=Gt(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Gt(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Gr=class extends wn{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:on,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new re(0,0,t,e),this.scissorTest=!1,this.viewport=new re(0,0,t,e);let i={width:t,height:e,depth:n.depth},r=new Ce(i);this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0,this.textures[a].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview}_setTextureOptions(t={}){let e={minFilter:on,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&(this._depthTexture.renderTarget=null),t!==null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=t,this.textures[i].image.height=e,this.textures[i].image.depth=n,this.textures[i].isArrayTexture=this.textures[i].image.depth>1;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let i=Object.assign({},t.textures[e].image);this.textures[e].source=new zi(i)}return this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},un=class extends Gr{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ts=class extends Ce{constructor(t=null,e=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=Fe,this.minFilter=Fe,this.wrapR=Fn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Wr=class extends Ce{constructor(t=null,e=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=Fe,this.minFilter=Fe,this.wrapR=Fn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var an=class{constructor(t=new P(1/0,1/0,1/0),e=new P(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(tn.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(tn.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=tn.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,tn):tn.fromBufferAttribute(r,o),tn.applyMatrix4(t.matrixWorld),this.expandByPoint(tn);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),pr.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),pr.copy(n.boundingBox)),pr.applyMatrix4(t.matrixWorld),this.union(pr)}let i=t.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,tn),tn.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ms),mr.subVectors(this.max,ms),Ti.subVectors(t.a,ms),Ai.subVectors(t.b,ms),Ri.subVectors(t.c,ms),Cn.subVectors(Ai,Ti),In.subVectors(Ri,Ai),Jn.subVectors(Ti,Ri);let e=[0,-Cn.z,Cn.y,0,-In.z,In.y,0,-Jn.z,Jn.y,Cn.z,0,-Cn.x,In.z,0,-In.x,Jn.z,0,-Jn.x,-Cn.y,Cn.x,0,-In.y,In.x,0,-Jn.y,Jn.x,0];return!qa(e,Ti,Ai,Ri,mr)||(e=[1,0,0,0,1,0,0,0,1],!qa(e,Ti,Ai,Ri,mr))?!1:(gr.crossVectors(Cn,In),e=[gr.x,gr.y,gr.z],qa(e,Ti,Ai,Ri,mr))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,tn).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(tn).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(_n[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),_n[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),_n[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),_n[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),_n[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),_n[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),_n[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),_n[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(_n),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},_n=[new P,new P,new P,new P,new P,new P,new P,new P],tn=new P,pr=new an,Ti=new P,Ai=new P,Ri=new P,Cn=new P,In=new P,Jn=new P,ms=new P,mr=new P,gr=new P,Kn=new P;function qa(s,t,e,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){Kn.fromArray(s,r);let a=i.x*Math.abs(Kn.x)+i.y*Math.abs(Kn.y)+i.z*Math.abs(Kn.z),l=t.dot(Kn),c=e.dot(Kn),h=n.dot(Kn);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var $d=new an,gs=new P,Ya=new P,Ve=class{constructor(t=new P,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):$d.setFromPoints(t).getCenter(n);let i=0;for(let r=0,o=t.length;r<o;r++)i=Math.max(i,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(i),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;gs.subVectors(t,this.center);let e=gs.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),i=(n-this.radius)*.5;this.center.addScaledVector(gs,i/n),this.radius+=i}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Ya.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(gs.copy(t.center).add(Ya)),this.expandByPoint(gs.copy(t.center).sub(Ya))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},xn=new P,$a=new P,_r=new P,Pn=new P,Za=new P,xr=new P,ja=new P,ai=class{constructor(t=new P,e=new P(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,xn)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=xn.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(xn.copy(this.origin).addScaledVector(this.direction,e),xn.distanceToSquared(t))}distanceSqToSegment(t,e,n,i){$a.copy(t).add(e).multiplyScalar(.5),_r.copy(e).sub(t).normalize(),Pn.copy(this.origin).sub($a);let r=t.distanceTo(e)*.5,o=-this.direction.dot(_r),a=Pn.dot(this.direction),l=-Pn.dot(_r),c=Pn.lengthSq(),h=Math.abs(1-o*o),u,d,p,g;if(h>0)if(u=o*l-a,d=o*a-l,g=r*h,u>=0)if(d>=-g)if(d<=g){let _=1/h;u*=_,d*=_,p=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),p=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),p=-u*u+d*(d+2*l)+c;else d<=-g?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),p=-u*u+d*(d+2*l)+c):d<=g?(u=0,d=Math.min(Math.max(-r,-l),r),p=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),p=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),p=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy($a).addScaledVector(_r,d),p}intersectSphere(t,e){xn.subVectors(t.center,this.origin);let n=xn.dot(this.direction),i=xn.dot(xn)-n*n,r=t.radius*t.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,i=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,i=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,e)}intersectsBox(t){return this.intersectBox(t,xn)!==null}intersectTriangle(t,e,n,i,r){Za.subVectors(e,t),xr.subVectors(n,t),ja.crossVectors(Za,xr);let o=this.direction.dot(ja),a;if(o>0){if(i)return null;a=1}else if(o<0)a=-1,o=-o;else return null;Pn.subVectors(this.origin,t);let l=a*this.direction.dot(xr.crossVectors(Pn,xr));if(l<0)return null;let c=a*this.direction.dot(Za.cross(Pn));if(c<0||l+c>o)return null;let h=-a*Pn.dot(ja);return h<0?null:this.at(h/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Bt=class s{constructor(t,e,n,i,r,o,a,l,c,h,u,d,p,g,_,m){s.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c,h,u,d,p,g,_,m)}set(t,e,n,i,r,o,a,l,c,h,u,d,p,g,_,m){let f=this.elements;return f[0]=t,f[4]=e,f[8]=n,f[12]=i,f[1]=r,f[5]=o,f[9]=a,f[13]=l,f[2]=c,f[6]=h,f[10]=u,f[14]=d,f[3]=p,f[7]=g,f[11]=_,f[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,i=1/Ci.setFromMatrixColumn(t,0).length(),r=1/Ci.setFromMatrixColumn(t,1).length(),o=1/Ci.setFromMatrixColumn(t,2).length();return e[0]=n[0]*i,e[1]=n[1]*i,e[2]=n[2]*i,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,i=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,p=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=p+g*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=g+p*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,p=l*u,g=c*h,_=c*u;e[0]=d+_*a,e[4]=g*a-p,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=p*a-g,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,p=l*u,g=c*h,_=c*u;e[0]=d-_*a,e[4]=-o*u,e[8]=g+p*a,e[1]=p+g*a,e[5]=o*h,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,p=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=g*c-p,e[8]=d*c+_,e[1]=l*u,e[5]=_*c+d,e[9]=p*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,p=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=_-d*u,e[8]=g*u+p,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=p*u+g,e[10]=d-_*u}else if(t.order==="XZY"){let d=o*l,p=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+_,e[5]=o*h,e[9]=p*u-g,e[2]=g*u-p,e[6]=a*h,e[10]=_*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Zd,t,jd)}lookAt(t,e,n){let i=this.elements;return ze.subVectors(t,e),ze.lengthSq()===0&&(ze.z=1),ze.normalize(),Ln.crossVectors(n,ze),Ln.lengthSq()===0&&(Math.abs(n.z)===1?ze.x+=1e-4:ze.z+=1e-4,ze.normalize(),Ln.crossVectors(n,ze)),Ln.normalize(),yr.crossVectors(ze,Ln),i[0]=Ln.x,i[4]=yr.x,i[8]=ze.x,i[1]=Ln.y,i[5]=yr.y,i[9]=ze.y,i[2]=Ln.z,i[6]=yr.z,i[10]=ze.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],p=n[13],g=n[2],_=n[6],m=n[10],f=n[14],S=n[3],M=n[7],y=n[11],A=n[15],T=i[0],C=i[4],D=i[8],w=i[12],b=i[1],R=i[5],B=i[9],H=i[13],z=i[2],j=i[6],X=i[10],nt=i[14],V=i[3],at=i[7],dt=i[11],St=i[15];return r[0]=o*T+a*b+l*z+c*V,r[4]=o*C+a*R+l*j+c*at,r[8]=o*D+a*B+l*X+c*dt,r[12]=o*w+a*H+l*nt+c*St,r[1]=h*T+u*b+d*z+p*V,r[5]=h*C+u*R+d*j+p*at,r[9]=h*D+u*B+d*X+p*dt,r[13]=h*w+u*H+d*nt+p*St,r[2]=g*T+_*b+m*z+f*V,r[6]=g*C+_*R+m*j+f*at,r[10]=g*D+_*B+m*X+f*dt,r[14]=g*w+_*H+m*nt+f*St,r[3]=S*T+M*b+y*z+A*V,r[7]=S*C+M*R+y*j+A*at,r[11]=S*D+M*B+y*X+A*dt,r[15]=S*w+M*H+y*nt+A*St,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],i=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],p=t[14],g=t[3],_=t[7],m=t[11],f=t[15];return g*(+r*l*u-i*c*u-r*a*d+n*c*d+i*a*p-n*l*p)+_*(+e*l*p-e*c*d+r*o*d-i*o*p+i*c*h-r*l*h)+m*(+e*c*u-e*a*p-r*o*u+n*o*p+r*a*h-n*c*h)+f*(-i*a*h-e*l*u+e*a*d+i*o*u-n*o*d+n*l*h)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let i=this.elements;return t.isVector3?(i[12]=t.x,i[13]=t.y,i[14]=t.z):(i[12]=t,i[13]=e,i[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],p=t[11],g=t[12],_=t[13],m=t[14],f=t[15],S=u*m*c-_*d*c+_*l*p-a*m*p-u*l*f+a*d*f,M=g*d*c-h*m*c-g*l*p+o*m*p+h*l*f-o*d*f,y=h*_*c-g*u*c+g*a*p-o*_*p-h*a*f+o*u*f,A=g*u*l-h*_*l-g*a*d+o*_*d+h*a*m-o*u*m,T=e*S+n*M+i*y+r*A;if(T===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let C=1/T;return t[0]=S*C,t[1]=(_*d*r-u*m*r-_*i*p+n*m*p+u*i*f-n*d*f)*C,t[2]=(a*m*r-_*l*r+_*i*c-n*m*c-a*i*f+n*l*f)*C,t[3]=(u*l*r-a*d*r-u*i*c+n*d*c+a*i*p-n*l*p)*C,t[4]=M*C,t[5]=(h*m*r-g*d*r+g*i*p-e*m*p-h*i*f+e*d*f)*C,t[6]=(g*l*r-o*m*r-g*i*c+e*m*c+o*i*f-e*l*f)*C,t[7]=(o*d*r-h*l*r+h*i*c-e*d*c-o*i*p+e*l*p)*C,t[8]=y*C,t[9]=(g*u*r-h*_*r-g*n*p+e*_*p+h*n*f-e*u*f)*C,t[10]=(o*_*r-g*a*r+g*n*c-e*_*c-o*n*f+e*a*f)*C,t[11]=(h*a*r-o*u*r-h*n*c+e*u*c+o*n*p-e*a*p)*C,t[12]=A*C,t[13]=(h*_*i-g*u*i+g*n*d-e*_*d-h*n*m+e*u*m)*C,t[14]=(g*a*i-o*_*i-g*n*l+e*_*l+o*n*m-e*a*m)*C,t[15]=(o*u*i-h*a*i+h*n*l-e*u*l-o*n*d+e*a*d)*C,this}scale(t){let e=this.elements,n=t.x,i=t.y,r=t.z;return e[0]*=n,e[4]*=i,e[8]*=r,e[1]*=n,e[5]*=i,e[9]*=r,e[2]*=n,e[6]*=i,e[10]*=r,e[3]*=n,e[7]*=i,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],i=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,i))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),i=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,i,r,o){return this.set(1,n,r,0,t,1,o,0,e,i,1,0,0,0,0,1),this}compose(t,e,n){let i=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,p=r*h,g=r*u,_=o*h,m=o*u,f=a*u,S=l*c,M=l*h,y=l*u,A=n.x,T=n.y,C=n.z;return i[0]=(1-(_+f))*A,i[1]=(p+y)*A,i[2]=(g-M)*A,i[3]=0,i[4]=(p-y)*T,i[5]=(1-(d+f))*T,i[6]=(m+S)*T,i[7]=0,i[8]=(g+M)*C,i[9]=(m-S)*C,i[10]=(1-(d+_))*C,i[11]=0,i[12]=t.x,i[13]=t.y,i[14]=t.z,i[15]=1,this}decompose(t,e,n){let i=this.elements,r=Ci.set(i[0],i[1],i[2]).length(),o=Ci.set(i[4],i[5],i[6]).length(),a=Ci.set(i[8],i[9],i[10]).length();this.determinant()<0&&(r=-r),t.x=i[12],t.y=i[13],t.z=i[14],en.copy(this);let c=1/r,h=1/o,u=1/a;return en.elements[0]*=c,en.elements[1]*=c,en.elements[2]*=c,en.elements[4]*=h,en.elements[5]*=h,en.elements[6]*=h,en.elements[8]*=u,en.elements[9]*=u,en.elements[10]*=u,e.setFromRotationMatrix(en),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,i,r,o,a=sn,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-i),d=(e+t)/(e-t),p=(n+i)/(n-i),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===sn)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Ss)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=p,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,i,r,o,a=sn,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-i),d=-(e+t)/(e-t),p=-(n+i)/(n-i),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===sn)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Ss)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=p,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<16;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Ci=new P,en=new Bt,Zd=new P(0,0,0),jd=new P(1,1,1),Ln=new P,yr=new P,ze=new P,Oc=new Bt,kc=new Se,Je=class s{constructor(t=0,e=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=i}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,i=this._order){return this._x=t,this._y=e,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let i=t.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],p=i[10];switch(e){case"XYZ":this._y=Math.asin(Gt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,p),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Gt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,p),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Gt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,p),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Gt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,p),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Gt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,p));break;case"XZY":this._z=Math.asin(-Gt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,p),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Oc.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Oc,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return kc.setFromEuler(this),this.setFromQuaternion(kc,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Je.DEFAULT_ORDER="XYZ";var Hi=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Jd=0,Bc=new P,Ii=new Se,yn=new Bt,vr=new P,_s=new P,Kd=new P,Qd=new Se,zc=new P(1,0,0),Hc=new P(0,1,0),Vc=new P(0,0,1),Gc={type:"added"},tf={type:"removed"},Pi={type:"childadded",child:null},Ja={type:"childremoved",child:null},we=class s extends wn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Jd++}),this.uuid=Qi(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let t=new P,e=new Je,n=new Se,i=new P(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Bt},normalMatrix:{value:new Ft}}),this.matrix=new Bt,this.matrixWorld=new Bt,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Hi,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Ii.setFromAxisAngle(t,e),this.quaternion.multiply(Ii),this}rotateOnWorldAxis(t,e){return Ii.setFromAxisAngle(t,e),this.quaternion.premultiply(Ii),this}rotateX(t){return this.rotateOnAxis(zc,t)}rotateY(t){return this.rotateOnAxis(Hc,t)}rotateZ(t){return this.rotateOnAxis(Vc,t)}translateOnAxis(t,e){return Bc.copy(t).applyQuaternion(this.quaternion),this.position.add(Bc.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(zc,t)}translateY(t){return this.translateOnAxis(Hc,t)}translateZ(t){return this.translateOnAxis(Vc,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(yn.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?vr.copy(t):vr.set(t,e,n);let i=this.parent;this.updateWorldMatrix(!0,!1),_s.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?yn.lookAt(_s,vr,this.up):yn.lookAt(vr,_s,this.up),this.quaternion.setFromRotationMatrix(yn),i&&(yn.extractRotation(i.matrixWorld),Ii.setFromRotationMatrix(yn),this.quaternion.premultiply(Ii.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Gc),Pi.child=t,this.dispatchEvent(Pi),Pi.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(tf),Ja.child=t,this.dispatchEvent(Ja),Ja.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),yn.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),yn.multiply(t.parent.matrixWorld)),t.applyMatrix4(yn),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Gc),Pi.child=t,this.dispatchEvent(Pi),Pi.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(_s,t,Kd),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(_s,Qd,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,this.name!==""&&(i.name=this.name),this.castShadow===!0&&(i.castShadow=!0),this.receiveShadow===!0&&(i.receiveShadow=!0),this.visible===!1&&(i.visible=!1),this.frustumCulled===!1&&(i.frustumCulled=!1),this.renderOrder!==0&&(i.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(i.matrixAutoUpdate=!1),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(t),i.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));i.material=a}else i.material=r(t.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),p=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),p.length>0&&(n.animations=p),g.length>0&&(n.nodes=g)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let i=t.children[n];this.add(i.clone())}return this}};we.DEFAULT_UP=new P(0,1,0);we.DEFAULT_MATRIX_AUTO_UPDATE=!0;we.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var nn=new P,vn=new P,Ka=new P,bn=new P,Li=new P,Di=new P,Wc=new P,Qa=new P,tl=new P,el=new P,nl=new re,il=new re,sl=new re,Nn=class s{constructor(t=new P,e=new P,n=new P){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,i){i.subVectors(n,e),nn.subVectors(t,e),i.cross(nn);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(t,e,n,i,r){nn.subVectors(i,e),vn.subVectors(n,e),Ka.subVectors(t,e);let o=nn.dot(nn),a=nn.dot(vn),l=nn.dot(Ka),c=vn.dot(vn),h=vn.dot(Ka),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,p=(c*l-a*h)*d,g=(o*h-a*l)*d;return r.set(1-p-g,g,p)}static containsPoint(t,e,n,i){return this.getBarycoord(t,e,n,i,bn)===null?!1:bn.x>=0&&bn.y>=0&&bn.x+bn.y<=1}static getInterpolation(t,e,n,i,r,o,a,l){return this.getBarycoord(t,e,n,i,bn)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,bn.x),l.addScaledVector(o,bn.y),l.addScaledVector(a,bn.z),l)}static getInterpolatedAttribute(t,e,n,i,r,o){return nl.setScalar(0),il.setScalar(0),sl.setScalar(0),nl.fromBufferAttribute(t,e),il.fromBufferAttribute(t,n),sl.fromBufferAttribute(t,i),o.setScalar(0),o.addScaledVector(nl,r.x),o.addScaledVector(il,r.y),o.addScaledVector(sl,r.z),o}static isFrontFacing(t,e,n,i){return nn.subVectors(n,e),vn.subVectors(t,e),nn.cross(vn).dot(i)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,i){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[i]),this}setFromAttributeAndIndices(t,e,n,i){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,i),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return nn.subVectors(this.c,this.b),vn.subVectors(this.a,this.b),nn.cross(vn).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return s.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return s.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,i,r){return s.getInterpolation(t,this.a,this.b,this.c,e,n,i,r)}containsPoint(t){return s.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return s.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,i=this.b,r=this.c,o,a;Li.subVectors(i,n),Di.subVectors(r,n),Qa.subVectors(t,n);let l=Li.dot(Qa),c=Di.dot(Qa);if(l<=0&&c<=0)return e.copy(n);tl.subVectors(t,i);let h=Li.dot(tl),u=Di.dot(tl);if(h>=0&&u<=h)return e.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0)return o=l/(l-h),e.copy(n).addScaledVector(Li,o);el.subVectors(t,r);let p=Li.dot(el),g=Di.dot(el);if(g>=0&&p<=g)return e.copy(r);let _=p*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Di,a);let m=h*g-p*u;if(m<=0&&u-h>=0&&p-g>=0)return Wc.subVectors(r,i),a=(u-h)/(u-h+(p-g)),e.copy(i).addScaledVector(Wc,a);let f=1/(m+_+d);return o=_*f,a=d*f,e.copy(n).addScaledVector(Li,o).addScaledVector(Di,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},tu={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Dn={h:0,s:0,l:0},br={h:0,s:0,l:0};function rl(s,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?s+(t-s)*6*e:e<1/2?t:e<2/3?s+(t-s)*6*(2/3-e):s}var _t=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let i=t;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Le){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,qt.colorSpaceToWorking(this,e),this}setRGB(t,e,n,i=qt.workingColorSpace){return this.r=t,this.g=e,this.b=n,qt.colorSpaceToWorking(this,i),this}setHSL(t,e,n,i=qt.workingColorSpace){if(t=Wd(t,1),e=Gt(e,0,1),n=Gt(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=rl(o,r,t+1/3),this.g=rl(o,r,t),this.b=rl(o,r,t-1/3)}return qt.colorSpaceToWorking(this,i),this}setStyle(t,e=Le){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Le){let n=tu[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Mn(t.r),this.g=Mn(t.g),this.b=Mn(t.b),this}copyLinearToSRGB(t){return this.r=ki(t.r),this.g=ki(t.g),this.b=ki(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Le){return qt.workingToColorSpace(Ae.copy(this),t),Math.round(Gt(Ae.r*255,0,255))*65536+Math.round(Gt(Ae.g*255,0,255))*256+Math.round(Gt(Ae.b*255,0,255))}getHexString(t=Le){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=qt.workingColorSpace){qt.workingToColorSpace(Ae.copy(this),e);let n=Ae.r,i=Ae.g,r=Ae.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=qt.workingColorSpace){return qt.workingToColorSpace(Ae.copy(this),e),t.r=Ae.r,t.g=Ae.g,t.b=Ae.b,t}getStyle(t=Le){qt.workingToColorSpace(Ae.copy(this),t);let e=Ae.r,n=Ae.g,i=Ae.b;return t!==Le?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(t,e,n){return this.getHSL(Dn),this.setHSL(Dn.h+t,Dn.s+e,Dn.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Dn),t.getHSL(br);let n=Ha(Dn.h,br.h,e),i=Ha(Dn.s,br.s,e),r=Ha(Dn.l,br.l,e);return this.setHSL(n,i,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,i=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*i,this.g=r[1]*e+r[4]*n+r[7]*i,this.b=r[2]*e+r[5]*n+r[8]*i,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Ae=new _t;_t.NAMES=tu;var ef=0,dn=class extends wn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:ef++}),this.uuid=Qi(),this.name="",this.type="Material",this.blending=ni,this.side=rn,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Or,this.blendDst=kr,this.blendEquation=On,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new _t(0,0,0),this.blendAlpha=0,this.depthFunc=ii,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=_l,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ei,this.stencilZFail=ei,this.stencilZPass=ei,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==ni&&(n.blending=this.blending),this.side!==rn&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Or&&(n.blendSrc=this.blendSrc),this.blendDst!==kr&&(n.blendDst=this.blendDst),this.blendEquation!==On&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==ii&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==_l&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==ei&&(n.stencilFail=this.stencilFail),this.stencilZFail!==ei&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==ei&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=i(t.textures),o=i(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let i=e.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}},fn=class extends dn{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new _t(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Je,this.combine=go,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var ge=new P,Mr=new kt,nf=0,Wt=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:nf++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=xl,this.updateRanges=[],this.gpuType=Ke,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[t+i]=e.array[n+i];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Mr.fromBufferAttribute(this,e),Mr.applyMatrix3(t),this.setXY(e,Mr.x,Mr.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)ge.fromBufferAttribute(this,e),ge.applyMatrix3(t),this.setXYZ(e,ge.x,ge.y,ge.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)ge.fromBufferAttribute(this,e),ge.applyMatrix4(t),this.setXYZ(e,ge.x,ge.y,ge.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)ge.fromBufferAttribute(this,e),ge.applyNormalMatrix(t),this.setXYZ(e,ge.x,ge.y,ge.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)ge.fromBufferAttribute(this,e),ge.transformDirection(t),this.setXYZ(e,ge.x,ge.y,ge.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=ps(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Ne(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=ps(e,this.array)),e}setX(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=ps(e,this.array)),e}setY(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=ps(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=ps(e,this.array)),e}setW(t,e){return this.normalized&&(e=Ne(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,i){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array),i=Ne(i,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this}setXYZW(t,e,n,i,r){return t*=this.itemSize,this.normalized&&(e=Ne(e,this.array),n=Ne(n,this.array),i=Ne(i,this.array),r=Ne(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==xl&&(t.usage=this.usage),t}};var As=class extends Wt{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Rs=class extends Wt{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var de=class extends Wt{constructor(t,e,n){super(new Float32Array(t),e,n)}},sf=0,Ze=new Bt,ol=new we,Ui=new P,He=new an,xs=new an,Me=new P,Zt=class s extends wn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:sf++}),this.uuid=Qi(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Ol(t)?Rs:As)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new Ft().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(t),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return Ze.makeRotationFromQuaternion(t),this.applyMatrix4(Ze),this}rotateX(t){return Ze.makeRotationX(t),this.applyMatrix4(Ze),this}rotateY(t){return Ze.makeRotationY(t),this.applyMatrix4(Ze),this}rotateZ(t){return Ze.makeRotationZ(t),this.applyMatrix4(Ze),this}translate(t,e,n){return Ze.makeTranslation(t,e,n),this.applyMatrix4(Ze),this}scale(t,e,n){return Ze.makeScale(t,e,n),this.applyMatrix4(Ze),this}lookAt(t){return ol.lookAt(t),ol.updateMatrix(),this.applyMatrix4(ol.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Ui).negate(),this.translate(Ui.x,Ui.y,Ui.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let i=0,r=t.length;i<r;i++){let o=t[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new de(n,3))}else{let n=Math.min(t.length,e.count);for(let i=0;i<n;i++){let r=t[i];e.setXYZ(i,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new an);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new P(-1/0,-1/0,-1/0),new P(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,i=e.length;n<i;n++){let r=e[n];He.setFromBufferAttribute(r),this.morphTargetsRelative?(Me.addVectors(this.boundingBox.min,He.min),this.boundingBox.expandByPoint(Me),Me.addVectors(this.boundingBox.max,He.max),this.boundingBox.expandByPoint(Me)):(this.boundingBox.expandByPoint(He.min),this.boundingBox.expandByPoint(He.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ve);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new P,1/0);return}if(t){let n=this.boundingSphere.center;if(He.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];xs.setFromBufferAttribute(a),this.morphTargetsRelative?(Me.addVectors(He.min,xs.min),He.expandByPoint(Me),Me.addVectors(He.max,xs.max),He.expandByPoint(Me)):(He.expandByPoint(xs.min),He.expandByPoint(xs.max))}He.getCenter(n);let i=0;for(let r=0,o=t.count;r<o;r++)Me.fromBufferAttribute(t,r),i=Math.max(i,n.distanceToSquared(Me));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Me.fromBufferAttribute(a,c),l&&(Ui.fromBufferAttribute(t,c),Me.add(Ui)),i=Math.max(i,n.distanceToSquared(Me))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,i=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new Wt(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let D=0;D<n.count;D++)a[D]=new P,l[D]=new P;let c=new P,h=new P,u=new P,d=new kt,p=new kt,g=new kt,_=new P,m=new P;function f(D,w,b){c.fromBufferAttribute(n,D),h.fromBufferAttribute(n,w),u.fromBufferAttribute(n,b),d.fromBufferAttribute(r,D),p.fromBufferAttribute(r,w),g.fromBufferAttribute(r,b),h.sub(c),u.sub(c),p.sub(d),g.sub(d);let R=1/(p.x*g.y-g.x*p.y);isFinite(R)&&(_.copy(h).multiplyScalar(g.y).addScaledVector(u,-p.y).multiplyScalar(R),m.copy(u).multiplyScalar(p.x).addScaledVector(h,-g.x).multiplyScalar(R),a[D].add(_),a[w].add(_),a[b].add(_),l[D].add(m),l[w].add(m),l[b].add(m))}let S=this.groups;S.length===0&&(S=[{start:0,count:t.count}]);for(let D=0,w=S.length;D<w;++D){let b=S[D],R=b.start,B=b.count;for(let H=R,z=R+B;H<z;H+=3)f(t.getX(H+0),t.getX(H+1),t.getX(H+2))}let M=new P,y=new P,A=new P,T=new P;function C(D){A.fromBufferAttribute(i,D),T.copy(A);let w=a[D];M.copy(w),M.sub(A.multiplyScalar(A.dot(w))).normalize(),y.crossVectors(T,w);let R=y.dot(l[D])<0?-1:1;o.setXYZW(D,M.x,M.y,M.z,R)}for(let D=0,w=S.length;D<w;++D){let b=S[D],R=b.start,B=b.count;for(let H=R,z=R+B;H<z;H+=3)C(t.getX(H+0)),C(t.getX(H+1)),C(t.getX(H+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new Wt(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,p=n.count;d<p;d++)n.setXYZ(d,0,0,0);let i=new P,r=new P,o=new P,a=new P,l=new P,c=new P,h=new P,u=new P;if(t)for(let d=0,p=t.count;d<p;d+=3){let g=t.getX(d+0),_=t.getX(d+1),m=t.getX(d+2);i.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,p=e.count;d<p;d+=3)i.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Me.fromBufferAttribute(t,e),Me.normalize(),t.setXYZ(e,Me.x,Me.y,Me.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),p=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?p=l[_]*a.data.stride+a.offset:p=l[_]*h;for(let f=0;f<h;f++)d[g++]=c[p++]}return new Wt(d,h,u)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],p=t(d,n);l.push(p)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let p=c[u];h.push(p.toJSON(t.data))}h.length>0&&(i[l]=h,r=!0)}r&&(t.data.morphAttributes=i,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let i=t.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,p=u.length;d<p;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},Xc=new Bt,Qn=new ai,wr=new Ve,qc=new P,Sr=new P,Er=new P,Tr=new P,al=new P,Ar=new P,Yc=new P,Rr=new P,Qt=class extends we{constructor(t=new Zt,e=new fn){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(i,t);let a=this.morphTargetInfluences;if(r&&a){Ar.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(al.fromBufferAttribute(u,t),o?Ar.addScaledVector(al,h):Ar.addScaledVector(al.sub(e),h))}e.add(Ar)}return e}raycast(t,e){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),wr.copy(n.boundingSphere),wr.applyMatrix4(r),Qn.copy(t.ray).recast(t.near),!(wr.containsPoint(Qn.origin)===!1&&(Qn.intersectSphere(wr,qc)===null||Qn.origin.distanceToSquared(qc)>(t.far-t.near)**2))&&(Xc.copy(r).invert(),Qn.copy(t.ray).applyMatrix4(Xc),!(n.boundingBox!==null&&Qn.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Qn)))}_computeIntersections(t,e,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,p=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],f=o[m.materialIndex],S=Math.max(m.start,p.start),M=Math.min(a.count,Math.min(m.start+m.count,p.start+p.count));for(let y=S,A=M;y<A;y+=3){let T=a.getX(y),C=a.getX(y+1),D=a.getX(y+2);i=Cr(this,f,t,n,c,h,u,T,C,D),i&&(i.faceIndex=Math.floor(y/3),i.face.materialIndex=m.materialIndex,e.push(i))}}else{let g=Math.max(0,p.start),_=Math.min(a.count,p.start+p.count);for(let m=g,f=_;m<f;m+=3){let S=a.getX(m),M=a.getX(m+1),y=a.getX(m+2);i=Cr(this,o,t,n,c,h,u,S,M,y),i&&(i.faceIndex=Math.floor(m/3),e.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],f=o[m.materialIndex],S=Math.max(m.start,p.start),M=Math.min(l.count,Math.min(m.start+m.count,p.start+p.count));for(let y=S,A=M;y<A;y+=3){let T=y,C=y+1,D=y+2;i=Cr(this,f,t,n,c,h,u,T,C,D),i&&(i.faceIndex=Math.floor(y/3),i.face.materialIndex=m.materialIndex,e.push(i))}}else{let g=Math.max(0,p.start),_=Math.min(l.count,p.start+p.count);for(let m=g,f=_;m<f;m+=3){let S=m,M=m+1,y=m+2;i=Cr(this,o,t,n,c,h,u,S,M,y),i&&(i.faceIndex=Math.floor(m/3),e.push(i))}}}};function rf(s,t,e,n,i,r,o,a){let l;if(t.side===De?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,t.side===rn,a),l===null)return null;Rr.copy(a),Rr.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(Rr);return c<e.near||c>e.far?null:{distance:c,point:Rr.clone(),object:s}}function Cr(s,t,e,n,i,r,o,a,l,c){s.getVertexPosition(a,Sr),s.getVertexPosition(l,Er),s.getVertexPosition(c,Tr);let h=rf(s,t,e,n,Sr,Er,Tr,Yc);if(h){let u=new P;Nn.getBarycoord(Yc,Sr,Er,Tr,u),i&&(h.uv=Nn.getInterpolatedAttribute(i,a,l,c,u,new kt)),r&&(h.uv1=Nn.getInterpolatedAttribute(r,a,l,c,u,new kt)),o&&(h.normal=Nn.getInterpolatedAttribute(o,a,l,c,u,new P),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new P,materialIndex:0};Nn.getNormal(Sr,Er,Tr,d.normal),h.face=d,h.barycoord=u}return h}var Sn=class s extends Zt{constructor(t=1,e=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,p=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,i,o,2),g("x","z","y",1,-1,t,n,-e,i,o,3),g("x","y","z",1,-1,t,e,n,i,r,4),g("x","y","z",-1,-1,t,e,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new de(c,3)),this.setAttribute("normal",new de(h,3)),this.setAttribute("uv",new de(u,2));function g(_,m,f,S,M,y,A,T,C,D,w){let b=y/C,R=A/D,B=y/2,H=A/2,z=T/2,j=C+1,X=D+1,nt=0,V=0,at=new P;for(let dt=0;dt<X;dt++){let St=dt*R-H;for(let zt=0;zt<j;zt++){let le=zt*b-B;at[_]=le*S,at[m]=St*M,at[f]=z,c.push(at.x,at.y,at.z),at[_]=0,at[m]=0,at[f]=T>0?1:-1,h.push(at.x,at.y,at.z),u.push(zt/C),u.push(1-dt/D),nt+=1}}for(let dt=0;dt<D;dt++)for(let St=0;St<C;St++){let zt=d+St+j*dt,le=d+St+j*(dt+1),ee=d+(St+1)+j*(dt+1),$=d+(St+1)+j*dt;l.push(zt,le,$),l.push(le,ee,$),V+=6}a.addGroup(p,V,w),p+=V,d+=nt}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function fi(s){let t={};for(let e in s){t[e]={};for(let n in s[e]){let i=s[e][n];i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)?i.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=i.clone():Array.isArray(i)?t[e][n]=i.slice():t[e][n]=i}}return t}function Ie(s){let t={};for(let e=0;e<s.length;e++){let n=fi(s[e]);for(let i in n)t[i]=n[i]}return t}function of(s){let t=[];for(let e=0;e<s.length;e++)t.push(s[e].clone());return t}function kl(s){let t=s.getRenderTarget();return t===null?s.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:qt.workingColorSpace}var eu={clone:fi,merge:Ie},af=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,lf=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ln=class extends dn{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=af,this.fragmentShader=lf,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=fi(t.uniforms),this.uniformsGroups=of(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?e.uniforms[i]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[i]={type:"m4",value:o.toArray()}:e.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},Cs=class extends we{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Bt,this.projectionMatrix=new Bt,this.projectionMatrixInverse=new Bt,this.coordinateSystem=sn,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},Un=new P,$c=new kt,Zc=new kt,Re=class extends Cs{constructor(t=50,e=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Hr*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(za*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Hr*2*Math.atan(Math.tan(za*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Un.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Un.x,Un.y).multiplyScalar(-t/Un.z),Un.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Un.x,Un.y).multiplyScalar(-t/Un.z)}getViewSize(t,e){return this.getViewBounds(t,$c,Zc),e.subVectors(Zc,$c)}setViewOffset(t,e,n,i,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(za*.5*this.fov)/this.zoom,n=2*e,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,e-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Ni=-90,Fi=1,Xr=class extends we{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new Re(Ni,Fi,t,e);i.layers=this.layers,this.add(i);let r=new Re(Ni,Fi,t,e);r.layers=this.layers,this.add(r);let o=new Re(Ni,Fi,t,e);o.layers=this.layers,this.add(o);let a=new Re(Ni,Fi,t,e);a.layers=this.layers,this.add(a);let l=new Re(Ni,Fi,t,e);l.layers=this.layers,this.add(l);let c=new Re(Ni,Fi,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,i,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===sn)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Ss)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),p=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,i),t.render(e,r),t.setRenderTarget(n,1,i),t.render(e,o),t.setRenderTarget(n,2,i),t.render(e,a),t.setRenderTarget(n,3,i),t.render(e,l),t.setRenderTarget(n,4,i),t.render(e,c),n.texture.generateMipmaps=_,t.setRenderTarget(n,5,i),t.render(e,h),t.setRenderTarget(u,d,p),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},Is=class extends Ce{constructor(t=[],e=ui,n,i,r,o,a,l,c,h){super(t,e,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},qr=class extends un{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},i=[n,n,n,n,n,n];this.texture=new Is(i),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},i=new Sn(5,5,5),r=new ln({name:"CubemapFromEquirect",uniforms:fi(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:De,blending:En});r.uniforms.tEquirect.value=e;let o=new Qt(i,r),a=e.minFilter;return e.minFilter===Hn&&(e.minFilter=on),new Xr(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,i=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,i);t.setRenderTarget(r)}},xe=class extends we{constructor(){super(),this.isGroup=!0,this.type="Group"}},cf={type:"move"},Vi=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new xe,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new xe,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new P,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new P),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new xe,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new P,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new P),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),f=this._getHandJoint(c,_);m!==null&&(f.matrix.fromArray(m.transform.matrix),f.matrix.decompose(f.position,f.rotation,f.scale),f.matrixWorldNeedsUpdate=!0,f.jointRadius=m.radius),f.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),p=.02,g=.005;c.inputState.pinching&&d>p+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=p-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(i=e.getPose(t.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(cf)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new xe;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}};var Ps=class s{constructor(t,e=1,n=1e3){this.isFog=!0,this.name="",this.color=new _t(t),this.near=e,this.far=n}clone(){return new s(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},Ls=class extends we{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Je,this.environmentIntensity=1,this.environmentRotation=new Je,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var jc=new P,Jc=new re,Kc=new re,hf=new P,Qc=new Bt,Ir=new P,ll=new Ve,th=new Bt,cl=new ai,Gi=class extends Qt{constructor(t,e){super(t,e),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=fl,this.bindMatrix=new Bt,this.bindMatrixInverse=new Bt,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let t=this.geometry;this.boundingBox===null&&(this.boundingBox=new an),this.boundingBox.makeEmpty();let e=t.getAttribute("position");for(let n=0;n<e.count;n++)this.getVertexPosition(n,Ir),this.boundingBox.expandByPoint(Ir)}computeBoundingSphere(){let t=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new Ve),this.boundingSphere.makeEmpty();let e=t.getAttribute("position");for(let n=0;n<e.count;n++)this.getVertexPosition(n,Ir),this.boundingSphere.expandByPoint(Ir)}copy(t,e){return super.copy(t,e),this.bindMode=t.bindMode,this.bindMatrix.copy(t.bindMatrix),this.bindMatrixInverse.copy(t.bindMatrixInverse),this.skeleton=t.skeleton,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}raycast(t,e){let n=this.material,i=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),ll.copy(this.boundingSphere),ll.applyMatrix4(i),t.ray.intersectsSphere(ll)!==!1&&(th.copy(i).invert(),cl.copy(t.ray).applyMatrix4(th),!(this.boundingBox!==null&&cl.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(t,e,cl)))}getVertexPosition(t,e){return super.getVertexPosition(t,e),this.applyBoneTransform(t,e),e}bind(t,e){this.skeleton=t,e===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),e=this.matrixWorld),this.bindMatrix.copy(e),this.bindMatrixInverse.copy(e).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let t=new re,e=this.geometry.attributes.skinWeight;for(let n=0,i=e.count;n<i;n++){t.fromBufferAttribute(e,n);let r=1/t.manhattanLength();r!==1/0?t.multiplyScalar(r):t.set(1,0,0,0),e.setXYZW(n,t.x,t.y,t.z,t.w)}}updateMatrixWorld(t){super.updateMatrixWorld(t),this.bindMode===fl?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===zh?this.bindMatrixInverse.copy(this.bindMatrix).invert():console.warn("THREE.SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(t,e){let n=this.skeleton,i=this.geometry;Jc.fromBufferAttribute(i.attributes.skinIndex,t),Kc.fromBufferAttribute(i.attributes.skinWeight,t),jc.copy(e).applyMatrix4(this.bindMatrix),e.set(0,0,0);for(let r=0;r<4;r++){let o=Kc.getComponent(r);if(o!==0){let a=Jc.getComponent(r);Qc.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),e.addScaledVector(hf.copy(jc).applyMatrix4(Qc),o)}}return e.applyMatrix4(this.bindMatrixInverse)}},li=class extends we{constructor(){super(),this.isBone=!0,this.type="Bone"}},Ds=class extends Ce{constructor(t=null,e=1,n=1,i,r,o,a,l,c=Fe,h=Fe,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},eh=new Bt,uf=new Bt,Wi=class s{constructor(t=[],e=[]){this.uuid=Qi(),this.bones=t.slice(0),this.boneInverses=e,this.boneMatrices=null,this.boneTexture=null,this.init()}init(){let t=this.bones,e=this.boneInverses;if(this.boneMatrices=new Float32Array(t.length*16),e.length===0)this.calculateInverses();else if(t.length!==e.length){console.warn("THREE.Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,i=this.bones.length;n<i;n++)this.boneInverses.push(new Bt)}}calculateInverses(){this.boneInverses.length=0;for(let t=0,e=this.bones.length;t<e;t++){let n=new Bt;this.bones[t]&&n.copy(this.bones[t].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let t=0,e=this.bones.length;t<e;t++){let n=this.bones[t];n&&n.matrixWorld.copy(this.boneInverses[t]).invert()}for(let t=0,e=this.bones.length;t<e;t++){let n=this.bones[t];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let t=this.bones,e=this.boneInverses,n=this.boneMatrices,i=this.boneTexture;for(let r=0,o=t.length;r<o;r++){let a=t[r]?t[r].matrixWorld:uf;eh.multiplyMatrices(a,e[r]),eh.toArray(n,r*16)}i!==null&&(i.needsUpdate=!0)}clone(){return new s(this.bones,this.boneInverses)}computeBoneTexture(){let t=Math.sqrt(this.bones.length*4);t=Math.ceil(t/4)*4,t=Math.max(t,4);let e=new Float32Array(t*t*4);e.set(this.boneMatrices);let n=new Ds(e,t,t,We,Ke);return n.needsUpdate=!0,this.boneMatrices=e,this.boneTexture=n,this}getBoneByName(t){for(let e=0,n=this.bones.length;e<n;e++){let i=this.bones[e];if(i.name===t)return i}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null)}fromJSON(t,e){this.uuid=t.uuid;for(let n=0,i=t.bones.length;n<i;n++){let r=t.bones[n],o=e[r];o===void 0&&(console.warn("THREE.Skeleton: No bone found with UUID:",r),o=new li),this.bones.push(o),this.boneInverses.push(new Bt().fromArray(t.boneInverses[n]))}return this.init(),this}toJSON(){let t={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};t.uuid=this.uuid;let e=this.bones,n=this.boneInverses;for(let i=0,r=e.length;i<r;i++){let o=e[i];t.bones.push(o.uuid);let a=n[i];t.boneInverses.push(a.toArray())}return t}},Us=class extends Wt{constructor(t,e,n,i=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Oi=new Bt,nh=new Bt,Pr=[],ih=new an,df=new Bt,ys=new Qt,vs=new Ve,Xi=class extends Qt{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Us(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,df)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new an),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Oi),ih.copy(t.boundingBox).applyMatrix4(Oi),this.boundingBox.union(ih)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ve),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Oi),vs.copy(t.boundingSphere).applyMatrix4(Oi),this.boundingSphere.union(vs)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),t.morphTexture!==null&&(this.morphTexture=t.morphTexture.clone()),t.instanceColor!==null&&(this.instanceColor=t.instanceColor.clone()),this.count=t.count,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}getColorAt(t,e){e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(t,e){let n=this.matrixWorld,i=this.count;if(ys.geometry=this.geometry,ys.material=this.material,ys.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),vs.copy(this.boundingSphere),vs.applyMatrix4(n),t.ray.intersectsSphere(vs)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,Oi),nh.multiplyMatrices(n,Oi),ys.matrixWorld=nh,ys.raycast(t,Pr);for(let o=0,a=Pr.length;o<a;o++){let l=Pr[o];l.instanceId=r,l.object=this,e.push(l)}Pr.length=0}}setColorAt(t,e){this.instanceColor===null&&(this.instanceColor=new Us(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3)}setMatrixAt(t,e){e.toArray(this.instanceMatrix.array,t*16)}setMorphAt(t,e){let n=e.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new Ds(new Float32Array(i*this.count),i,this.count,wo,Ke));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*t;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},hl=new P,ff=new P,pf=new Ft,je=class{constructor(t=new P(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,i){return this.normal.set(t,e,n),this.constant=i,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let i=hl.subVectors(n,e).cross(ff.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(i,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(hl),i=this.normal.dot(n);if(i===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/i;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||pf.getNormalMatrix(t),i=this.coplanarPoint(hl).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},ti=new Ve,mf=new kt(.5,.5),Lr=new P,qi=class{constructor(t=new je,e=new je,n=new je,i=new je,r=new je,o=new je){this.planes=[t,e,n,i,r,o]}set(t,e,n,i,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=sn,n=!1){let i=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],p=r[7],g=r[8],_=r[9],m=r[10],f=r[11],S=r[12],M=r[13],y=r[14],A=r[15];if(i[0].setComponents(c-o,p-h,f-g,A-S).normalize(),i[1].setComponents(c+o,p+h,f+g,A+S).normalize(),i[2].setComponents(c+a,p+u,f+_,A+M).normalize(),i[3].setComponents(c-a,p-u,f-_,A-M).normalize(),n)i[4].setComponents(l,d,m,y).normalize(),i[5].setComponents(c-l,p-d,f-m,A-y).normalize();else if(i[4].setComponents(c-l,p-d,f-m,A-y).normalize(),e===sn)i[5].setComponents(c+l,p+d,f+m,A+y).normalize();else if(e===Ss)i[5].setComponents(l,d,m,y).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),ti.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),ti.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(ti)}intersectsSprite(t){ti.center.set(0,0,0);let e=mf.distanceTo(t.center);return ti.radius=.7071067811865476+e,ti.applyMatrix4(t.matrixWorld),this.intersectsSphere(ti)}intersectsSphere(t){let e=this.planes,n=t.center,i=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let i=e[n];if(Lr.x=i.normal.x>0?t.max.x:t.min.x,Lr.y=i.normal.y>0?t.max.y:t.min.y,Lr.z=i.normal.z>0?t.max.z:t.min.z,i.distanceToPoint(Lr)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};var Yi=class extends dn{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new _t(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Yr=new P,$r=new P,sh=new Bt,bs=new ai,Dr=new Ve,ul=new P,rh=new P,Ns=class extends we{constructor(t=new Zt,e=new Yi){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let i=1,r=e.count;i<r;i++)Yr.fromBufferAttribute(e,i-1),$r.fromBufferAttribute(e,i),n[i]=n[i-1],n[i]+=Yr.distanceTo($r);t.setAttribute("lineDistance",new de(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,i=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Dr.copy(n.boundingSphere),Dr.applyMatrix4(i),Dr.radius+=r,t.ray.intersectsSphere(Dr)===!1)return;sh.copy(i).invert(),bs.copy(t.ray).applyMatrix4(sh);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let p=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let _=p,m=g-1;_<m;_+=c){let f=h.getX(_),S=h.getX(_+1),M=Ur(this,t,bs,l,f,S,_);M&&e.push(M)}if(this.isLineLoop){let _=h.getX(g-1),m=h.getX(p),f=Ur(this,t,bs,l,_,m,g-1);f&&e.push(f)}}else{let p=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let _=p,m=g-1;_<m;_+=c){let f=Ur(this,t,bs,l,_,_+1,_);f&&e.push(f)}if(this.isLineLoop){let _=Ur(this,t,bs,l,g-1,p,g-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Ur(s,t,e,n,i,r,o){let a=s.geometry.attributes.position;if(Yr.fromBufferAttribute(a,i),$r.fromBufferAttribute(a,r),e.distanceSqToSegment(Yr,$r,ul,rh)>n)return;ul.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(ul);if(!(c<t.near||c>t.far))return{distance:c,point:rh.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var Fs=class extends Ce{constructor(t,e,n=Vn,i,r,o,a=Fe,l=Fe,c,h=Bi,u=1){if(h!==Bi&&h!==Ki)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new zi(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}};var $i=class s extends Zt{constructor(t=1,e=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],p=[],g=0,_=[],m=n/2,f=0;S(),o===!1&&(t>0&&M(!0),e>0&&M(!1)),this.setIndex(h),this.setAttribute("position",new de(u,3)),this.setAttribute("normal",new de(d,3)),this.setAttribute("uv",new de(p,2));function S(){let y=new P,A=new P,T=0,C=(e-t)/n;for(let D=0;D<=r;D++){let w=[],b=D/r,R=b*(e-t)+t;for(let B=0;B<=i;B++){let H=B/i,z=H*l+a,j=Math.sin(z),X=Math.cos(z);A.x=R*j,A.y=-b*n+m,A.z=R*X,u.push(A.x,A.y,A.z),y.set(j,C,X).normalize(),d.push(y.x,y.y,y.z),p.push(H,1-b),w.push(g++)}_.push(w)}for(let D=0;D<i;D++)for(let w=0;w<r;w++){let b=_[w][D],R=_[w+1][D],B=_[w+1][D+1],H=_[w][D+1];(t>0||w!==0)&&(h.push(b,R,H),T+=3),(e>0||w!==r-1)&&(h.push(R,B,H),T+=3)}c.addGroup(f,T,0),f+=T}function M(y){let A=g,T=new kt,C=new P,D=0,w=y===!0?t:e,b=y===!0?1:-1;for(let B=1;B<=i;B++)u.push(0,m*b,0),d.push(0,b,0),p.push(.5,.5),g++;let R=g;for(let B=0;B<=i;B++){let z=B/i*l+a,j=Math.cos(z),X=Math.sin(z);C.x=w*X,C.y=m*b,C.z=w*j,u.push(C.x,C.y,C.z),d.push(0,b,0),T.x=j*.5+.5,T.y=X*.5*b+.5,p.push(T.x,T.y),g++}for(let B=0;B<i;B++){let H=A+B,z=R+B;y===!0?h.push(z,z+1,H):h.push(z+1,z,H),D+=3}c.addGroup(f,D,y===!0?1:2),f+=D}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Zr=class s extends Zt{constructor(t=[],e=[],n=1,i=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:i};let r=[],o=[];a(i),c(n),h(),this.setAttribute("position",new de(r,3)),this.setAttribute("normal",new de(r.slice(),3)),this.setAttribute("uv",new de(o,2)),i===0?this.computeVertexNormals():this.normalizeNormals();function a(S){let M=new P,y=new P,A=new P;for(let T=0;T<e.length;T+=3)p(e[T+0],M),p(e[T+1],y),p(e[T+2],A),l(M,y,A,S)}function l(S,M,y,A){let T=A+1,C=[];for(let D=0;D<=T;D++){C[D]=[];let w=S.clone().lerp(y,D/T),b=M.clone().lerp(y,D/T),R=T-D;for(let B=0;B<=R;B++)B===0&&D===T?C[D][B]=w:C[D][B]=w.clone().lerp(b,B/R)}for(let D=0;D<T;D++)for(let w=0;w<2*(T-D)-1;w++){let b=Math.floor(w/2);w%2===0?(d(C[D][b+1]),d(C[D+1][b]),d(C[D][b])):(d(C[D][b+1]),d(C[D+1][b+1]),d(C[D+1][b]))}}function c(S){let M=new P;for(let y=0;y<r.length;y+=3)M.x=r[y+0],M.y=r[y+1],M.z=r[y+2],M.normalize().multiplyScalar(S),r[y+0]=M.x,r[y+1]=M.y,r[y+2]=M.z}function h(){let S=new P;for(let M=0;M<r.length;M+=3){S.x=r[M+0],S.y=r[M+1],S.z=r[M+2];let y=m(S)/2/Math.PI+.5,A=f(S)/Math.PI+.5;o.push(y,1-A)}g(),u()}function u(){for(let S=0;S<o.length;S+=6){let M=o[S+0],y=o[S+2],A=o[S+4],T=Math.max(M,y,A),C=Math.min(M,y,A);T>.9&&C<.1&&(M<.2&&(o[S+0]+=1),y<.2&&(o[S+2]+=1),A<.2&&(o[S+4]+=1))}}function d(S){r.push(S.x,S.y,S.z)}function p(S,M){let y=S*3;M.x=t[y+0],M.y=t[y+1],M.z=t[y+2]}function g(){let S=new P,M=new P,y=new P,A=new P,T=new kt,C=new kt,D=new kt;for(let w=0,b=0;w<r.length;w+=9,b+=6){S.set(r[w+0],r[w+1],r[w+2]),M.set(r[w+3],r[w+4],r[w+5]),y.set(r[w+6],r[w+7],r[w+8]),T.set(o[b+0],o[b+1]),C.set(o[b+2],o[b+3]),D.set(o[b+4],o[b+5]),A.copy(S).add(M).add(y).divideScalar(3);let R=m(A);_(T,b+0,S,R),_(C,b+2,M,R),_(D,b+4,y,R)}}function _(S,M,y,A){A<0&&S.x===1&&(o[M]=S.x-1),y.x===0&&y.z===0&&(o[M]=A/2/Math.PI+.5)}function m(S){return Math.atan2(S.z,-S.x)}function f(S){return Math.atan2(-S.y,Math.sqrt(S.x*S.x+S.z*S.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.vertices,t.indices,t.radius,t.details)}};var Os=class s extends Zr{constructor(t=1,e=0){let n=(1+Math.sqrt(5))/2,i=[-1,n,0,1,n,0,-1,-n,0,1,-n,0,0,-1,n,0,1,n,0,-1,-n,0,1,-n,n,0,-1,n,0,1,-n,0,-1,-n,0,1],r=[0,11,5,0,5,1,0,1,7,0,7,10,0,10,11,1,5,9,5,11,4,11,10,2,10,7,6,7,1,8,3,9,4,3,4,2,3,2,6,3,6,8,3,8,9,4,9,5,2,4,11,6,2,10,8,6,7,9,8,1];super(i,r,t,e),this.type="IcosahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new s(t.radius,t.detail)}};var ci=class s extends Zt{constructor(t=1,e=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:i};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=t/a,d=e/l,p=[],g=[],_=[],m=[];for(let f=0;f<h;f++){let S=f*d-o;for(let M=0;M<c;M++){let y=M*u-r;g.push(y,-S,0),_.push(0,0,1),m.push(M/a),m.push(1-f/l)}}for(let f=0;f<l;f++)for(let S=0;S<a;S++){let M=S+c*f,y=S+c*(f+1),A=S+1+c*(f+1),T=S+1+c*f;p.push(M,y,T),p.push(y,A,T)}this.setIndex(p),this.setAttribute("position",new de(g,3)),this.setAttribute("normal",new de(_,3)),this.setAttribute("uv",new de(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.widthSegments,t.heightSegments)}},ks=class s extends Zt{constructor(t=.5,e=1,n=32,i=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:t,outerRadius:e,thetaSegments:n,phiSegments:i,thetaStart:r,thetaLength:o},n=Math.max(3,n),i=Math.max(1,i);let a=[],l=[],c=[],h=[],u=t,d=(e-t)/i,p=new P,g=new kt;for(let _=0;_<=i;_++){for(let m=0;m<=n;m++){let f=r+m/n*o;p.x=u*Math.cos(f),p.y=u*Math.sin(f),l.push(p.x,p.y,p.z),c.push(0,0,1),g.x=(p.x/e+1)/2,g.y=(p.y/e+1)/2,h.push(g.x,g.y)}u+=d}for(let _=0;_<i;_++){let m=_*(n+1);for(let f=0;f<n;f++){let S=f+m,M=S,y=S+n+1,A=S+n+2,T=S+1;a.push(M,y,T),a.push(y,A,T)}}this.setIndex(a),this.setAttribute("position",new de(l,3)),this.setAttribute("normal",new de(c,3)),this.setAttribute("uv",new de(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}};var Bs=class s extends Zt{constructor(t=1,e=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new P,d=new P,p=[],g=[],_=[],m=[];for(let f=0;f<=n;f++){let S=[],M=f/n,y=0;f===0&&o===0?y=.5/e:f===n&&l===Math.PI&&(y=-.5/e);for(let A=0;A<=e;A++){let T=A/e;u.x=-t*Math.cos(i+T*r)*Math.sin(o+M*a),u.y=t*Math.cos(o+M*a),u.z=t*Math.sin(i+T*r)*Math.sin(o+M*a),g.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(T+y,1-M),S.push(c++)}h.push(S)}for(let f=0;f<n;f++)for(let S=0;S<e;S++){let M=h[f][S+1],y=h[f][S],A=h[f+1][S],T=h[f+1][S+1];(f!==0||o>0)&&p.push(M,y,T),(f!==n-1||l<Math.PI)&&p.push(y,A,T)}this.setIndex(p),this.setAttribute("position",new de(g,3)),this.setAttribute("normal",new de(_,3)),this.setAttribute("uv",new de(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var kn=class extends dn{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new _t(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new _t(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Qo,this.normalScale=new kt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Je,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},zs=class extends kn{constructor(t){super(),this.isMeshPhysicalMaterial=!0,this.defines={STANDARD:"",PHYSICAL:""},this.type="MeshPhysicalMaterial",this.anisotropyRotation=0,this.anisotropyMap=null,this.clearcoatMap=null,this.clearcoatRoughness=0,this.clearcoatRoughnessMap=null,this.clearcoatNormalScale=new kt(1,1),this.clearcoatNormalMap=null,this.ior=1.5,Object.defineProperty(this,"reflectivity",{get:function(){return Gt(2.5*(this.ior-1)/(this.ior+1),0,1)},set:function(e){this.ior=(1+.4*e)/(1-.4*e)}}),this.iridescenceMap=null,this.iridescenceIOR=1.3,this.iridescenceThicknessRange=[100,400],this.iridescenceThicknessMap=null,this.sheenColor=new _t(0),this.sheenColorMap=null,this.sheenRoughness=1,this.sheenRoughnessMap=null,this.transmissionMap=null,this.thickness=0,this.thicknessMap=null,this.attenuationDistance=1/0,this.attenuationColor=new _t(1,1,1),this.specularIntensity=1,this.specularIntensityMap=null,this.specularColor=new _t(1,1,1),this.specularColorMap=null,this._anisotropy=0,this._clearcoat=0,this._dispersion=0,this._iridescence=0,this._sheen=0,this._transmission=0,this.setValues(t)}get anisotropy(){return this._anisotropy}set anisotropy(t){this._anisotropy>0!=t>0&&this.version++,this._anisotropy=t}get clearcoat(){return this._clearcoat}set clearcoat(t){this._clearcoat>0!=t>0&&this.version++,this._clearcoat=t}get iridescence(){return this._iridescence}set iridescence(t){this._iridescence>0!=t>0&&this.version++,this._iridescence=t}get dispersion(){return this._dispersion}set dispersion(t){this._dispersion>0!=t>0&&this.version++,this._dispersion=t}get sheen(){return this._sheen}set sheen(t){this._sheen>0!=t>0&&this.version++,this._sheen=t}get transmission(){return this._transmission}set transmission(t){this._transmission>0!=t>0&&this.version++,this._transmission=t}copy(t){return super.copy(t),this.defines={STANDARD:"",PHYSICAL:""},this.anisotropy=t.anisotropy,this.anisotropyRotation=t.anisotropyRotation,this.anisotropyMap=t.anisotropyMap,this.clearcoat=t.clearcoat,this.clearcoatMap=t.clearcoatMap,this.clearcoatRoughness=t.clearcoatRoughness,this.clearcoatRoughnessMap=t.clearcoatRoughnessMap,this.clearcoatNormalMap=t.clearcoatNormalMap,this.clearcoatNormalScale.copy(t.clearcoatNormalScale),this.dispersion=t.dispersion,this.ior=t.ior,this.iridescence=t.iridescence,this.iridescenceMap=t.iridescenceMap,this.iridescenceIOR=t.iridescenceIOR,this.iridescenceThicknessRange=[...t.iridescenceThicknessRange],this.iridescenceThicknessMap=t.iridescenceThicknessMap,this.sheen=t.sheen,this.sheenColor.copy(t.sheenColor),this.sheenColorMap=t.sheenColorMap,this.sheenRoughness=t.sheenRoughness,this.sheenRoughnessMap=t.sheenRoughnessMap,this.transmission=t.transmission,this.transmissionMap=t.transmissionMap,this.thickness=t.thickness,this.thicknessMap=t.thicknessMap,this.attenuationDistance=t.attenuationDistance,this.attenuationColor.copy(t.attenuationColor),this.specularIntensity=t.specularIntensity,this.specularIntensityMap=t.specularIntensityMap,this.specularColor.copy(t.specularColor),this.specularColorMap=t.specularColorMap,this}};var Ee=class extends dn{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new _t(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new _t(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Qo,this.normalScale=new kt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Je,this.combine=go,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},jr=class extends dn{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Vh,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Jr=class extends dn{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Nr(s,t){return!s||s.constructor===t?s:typeof t.BYTES_PER_ELEMENT=="number"?new t(s):Array.prototype.slice.call(s)}function gf(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}var hi=class{constructor(t,e,n,i){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,i=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<i)){for(let a=n+2;;){if(i===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=e[++n],t<i)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(i=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,t,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=t*i;for(let o=0;o!==i;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Kr=class extends hi{constructor(t,e,n,i){super(t,e,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:pl,endingEnd:pl}}intervalChanged_(t,e,n){let i=this.parameterPositions,r=t-2,o=t+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case ml:r=t,a=2*e-n;break;case gl:r=i.length-2,a=e+i[r]-i[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case ml:o=t,l=2*n-e;break;case gl:o=1,l=n+i[1]-i[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,p=this._weightNext,g=(n-e)/(i-e),_=g*g,m=_*g,f=-d*m+2*d*_-d*g,S=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*g+1,M=(-1-p)*m+(1.5+p)*_+.5*g,y=p*m-p*_;for(let A=0;A!==a;++A)r[A]=f*o[h+A]+S*o[c+A]+M*o[l+A]+y*o[u+A];return r}},Qr=class extends hi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(i-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},to=class extends hi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t){return this.copySampleValue_(t-1)}},Ge=class{constructor(t,e,n,i){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Nr(e,this.TimeBufferType),this.values=Nr(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Nr(t.times,Array),values:Nr(t.values,Array)};let i=t.getInterpolation();i!==t.DefaultInterpolation&&(n.interpolation=i)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new to(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Qr(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Kr(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Ms:e=this.InterpolantFactoryMethodDiscrete;break;case zr:e=this.InterpolantFactoryMethodLinear;break;case Fr:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ms;case this.InterpolantFactoryMethodLinear:return zr;case this.InterpolantFactoryMethodSmooth:return Fr}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]*=t}return this}trim(t,e){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,i=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(i!==void 0&&gf(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Fr,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(i)l=!0;else{let u=a*n,d=u-n,p=u+n;for(let g=0;g!==n;++g){let _=e[u+g];if(_!==e[d+g]||_!==e[p+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let p=0;p!==n;++p)e[d+p]=e[u+p]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,i=new n(this.name,t,e);return i.createInterpolant=this.createInterpolant,i}};Ge.prototype.ValueTypeName="";Ge.prototype.TimeBufferType=Float32Array;Ge.prototype.ValueBufferType=Float32Array;Ge.prototype.DefaultInterpolation=zr;var Bn=class extends Ge{constructor(t,e,n){super(t,e,n)}};Bn.prototype.ValueTypeName="bool";Bn.prototype.ValueBufferType=Array;Bn.prototype.DefaultInterpolation=Ms;Bn.prototype.InterpolantFactoryMethodLinear=void 0;Bn.prototype.InterpolantFactoryMethodSmooth=void 0;var eo=class extends Ge{constructor(t,e,n,i){super(t,e,n,i)}};eo.prototype.ValueTypeName="color";var no=class extends Ge{constructor(t,e,n,i){super(t,e,n,i)}};no.prototype.ValueTypeName="number";var io=class extends hi{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(i-e),c=t*a;for(let h=c+a;c!==h;c+=4)Se.slerpFlat(r,0,o,c-a,o,c,l);return r}},Hs=class extends Ge{constructor(t,e,n,i){super(t,e,n,i)}InterpolantFactoryMethodLinear(t){return new io(this.times,this.values,this.getValueSize(),t)}};Hs.prototype.ValueTypeName="quaternion";Hs.prototype.InterpolantFactoryMethodSmooth=void 0;var zn=class extends Ge{constructor(t,e,n){super(t,e,n)}};zn.prototype.ValueTypeName="string";zn.prototype.ValueBufferType=Array;zn.prototype.DefaultInterpolation=Ms;zn.prototype.InterpolantFactoryMethodLinear=void 0;zn.prototype.InterpolantFactoryMethodSmooth=void 0;var so=class extends Ge{constructor(t,e,n,i){super(t,e,n,i)}};so.prototype.ValueTypeName="vector";var ro=class{constructor(t,e,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.abortController=new AbortController,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let p=c[u],g=c[u+1];if(p.global&&(p.lastIndex=0),p.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this.abortController=new AbortController,this}}},nu=new ro,oo=class{constructor(t){this.manager=t!==void 0?t:nu,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(i,r){n.load(t,i,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}abort(){return this}};oo.DEFAULT_MATERIAL_NAME="__DEFAULT";var Vs=class extends we{constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new _t(t),this.intensity=e}dispose(){}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,this.groundColor!==void 0&&(e.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(e.object.distance=this.distance),this.angle!==void 0&&(e.object.angle=this.angle),this.decay!==void 0&&(e.object.decay=this.decay),this.penumbra!==void 0&&(e.object.penumbra=this.penumbra),this.shadow!==void 0&&(e.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(e.object.target=this.target.uuid),e}},Gs=class extends Vs{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(we.DEFAULT_UP),this.updateMatrix(),this.groundColor=new _t(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}},dl=new Bt,oh=new P,ah=new P,yl=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new kt(512,512),this.mapType=cn,this.map=null,this.mapPass=null,this.matrix=new Bt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new qi,this._frameExtents=new kt(1,1),this._viewportCount=1,this._viewports=[new re(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera,n=this.matrix;oh.setFromMatrixPosition(t.matrixWorld),e.position.copy(oh),ah.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(ah),e.updateMatrixWorld(),dl.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),this._frustum.setFromProjectionMatrix(dl,e.coordinateSystem,e.reversedDepth),e.reversedDepth?n.set(.5,0,0,.5,0,.5,0,.5,0,0,1,0,0,0,0,1):n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(dl)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return this.intensity!==1&&(t.intensity=this.intensity),this.bias!==0&&(t.bias=this.bias),this.normalBias!==0&&(t.normalBias=this.normalBias),this.radius!==1&&(t.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(t.mapSize=this.mapSize.toArray()),t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}};var Ws=class extends Cs{constructor(t=-1,e=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-t,o=n+t,a=i+e,l=i-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},vl=class extends yl{constructor(){super(new Ws(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Xs=class extends Vs{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(we.DEFAULT_UP),this.updateMatrix(),this.target=new we,this.shadow=new vl}dispose(){this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}};var ao=class extends Re{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t}};var Bl="\\[\\]\\.:\\/",_f=new RegExp("["+Bl+"]","g"),zl="[^"+Bl+"]",xf="[^"+Bl.replace("\\.","")+"]",yf=/((?:WC+[\/:])*)/.source.replace("WC",zl),vf=/(WCOD+)?/.source.replace("WCOD",xf),bf=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",zl),Mf=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",zl),wf=new RegExp("^"+yf+vf+bf+Mf+"$"),Sf=["material","materials","bones","map"],bl=class{constructor(t,e,n){let i=n||ae.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,i)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},ae=class s{constructor(t,e,n){this.path=e,this.parsedPath=n||s.parseTrackName(e),this.node=s.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new s.Composite(t,e,n):new s(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(_f,"")}static parseTrackName(t){let e=wf.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);Sf.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},i=n(t.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)t[e++]=n[i]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,i=e.propertyName,r=e.propertyIndex;if(t||(t=s.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[i];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ae.Composite=bl;ae.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};ae.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};ae.prototype.GetterByBindingType=[ae.prototype._getValue_direct,ae.prototype._getValue_array,ae.prototype._getValue_arrayElement,ae.prototype._getValue_toArray];ae.prototype.SetterByBindingTypeAndVersioning=[[ae.prototype._setValue_direct,ae.prototype._setValue_direct_setNeedsUpdate,ae.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_array,ae.prototype._setValue_array_setNeedsUpdate,ae.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_arrayElement,ae.prototype._setValue_arrayElement_setNeedsUpdate,ae.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ae.prototype._setValue_fromArray,ae.prototype._setValue_fromArray_setNeedsUpdate,ae.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var yy=new Float32Array(1);var lh=new Bt,qs=class{constructor(t,e,n=0,i=1/0){this.ray=new ai(t,e),this.near=n,this.far=i,this.camera=null,this.layers=new Hi,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return lh.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(lh),this}intersectObject(t,e=!0,n=[]){return Ml(t,this,n,e),n.sort(ch),n}intersectObjects(t,e=!0,n=[]){for(let i=0,r=t.length;i<r;i++)Ml(t[i],this,n,e);return n.sort(ch),n}};function ch(s,t){return s.distance-t.distance}function Ml(s,t,e,n){let i=!0;if(s.layers.test(t.layers)&&s.raycast(t,e)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)Ml(r[o],t,e,!0)}}function Hl(s,t,e,n){let i=Ef(n);switch(e){case Pl:return s*t;case wo:return s*t/i.components*i.byteLength;case So:return s*t/i.components*i.byteLength;case Dl:return s*t*2/i.components*i.byteLength;case Eo:return s*t*2/i.components*i.byteLength;case Ll:return s*t*3/i.components*i.byteLength;case We:return s*t*4/i.components*i.byteLength;case To:return s*t*4/i.components*i.byteLength;case js:case Js:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case Ks:case Qs:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Ro:case Io:return Math.max(s,16)*Math.max(t,8)/4;case Ao:case Co:return Math.max(s,8)*Math.max(t,8)/2;case Po:case Lo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case Do:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Uo:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case No:return Math.floor((s+4)/5)*Math.floor((t+3)/4)*16;case Fo:return Math.floor((s+4)/5)*Math.floor((t+4)/5)*16;case Oo:return Math.floor((s+5)/6)*Math.floor((t+4)/5)*16;case ko:return Math.floor((s+5)/6)*Math.floor((t+5)/6)*16;case Bo:return Math.floor((s+7)/8)*Math.floor((t+4)/5)*16;case zo:return Math.floor((s+7)/8)*Math.floor((t+5)/6)*16;case Ho:return Math.floor((s+7)/8)*Math.floor((t+7)/8)*16;case Vo:return Math.floor((s+9)/10)*Math.floor((t+4)/5)*16;case Go:return Math.floor((s+9)/10)*Math.floor((t+5)/6)*16;case Wo:return Math.floor((s+9)/10)*Math.floor((t+7)/8)*16;case Xo:return Math.floor((s+9)/10)*Math.floor((t+9)/10)*16;case qo:return Math.floor((s+11)/12)*Math.floor((t+9)/10)*16;case Yo:return Math.floor((s+11)/12)*Math.floor((t+11)/12)*16;case tr:case $o:case Zo:return Math.ceil(s/4)*Math.ceil(t/4)*16;case Ul:case jo:return Math.ceil(s/4)*Math.ceil(t/4)*8;case Jo:case Ko:return Math.ceil(s/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Ef(s){switch(s){case cn:case Rl:return{byteLength:1,components:1};case Zi:case Cl:case ji:return{byteLength:2,components:1};case bo:case Mo:return{byteLength:2,components:4};case Vn:case vo:case Ke:return{byteLength:4,components:1};case Il:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"179"}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="179");/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */function Tu(){let s=null,t=!1,e=null,n=null;function i(r,o){e(r,o),n=s.requestAnimationFrame(i)}return{start:function(){t!==!0&&e!==null&&(n=s.requestAnimationFrame(i),t=!0)},stop:function(){s.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){s=r}}}function Af(s){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let p;if(c instanceof Float32Array)p=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)p=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?p=s.HALF_FLOAT:p=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)p=s.SHORT;else if(c instanceof Uint32Array)p=s.UNSIGNED_INT;else if(c instanceof Int32Array)p=s.INT;else if(c instanceof Int8Array)p=s.BYTE;else if(c instanceof Uint8Array)p=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)p=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:p,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((p,g)=>p.start-g.start);let d=0;for(let p=1;p<u.length;p++){let g=u[d],_=u[p];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++d,u[d]=_)}u.length=d+1;for(let p=0,g=u.length;p<g;p++){let _=u[p];s.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(s.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var Rf=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Cf=`#ifdef USE_ALPHAHASH
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
#endif`,If=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Pf=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Lf=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Df=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Uf=`#ifdef USE_AOMAP
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
#endif`,Nf=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ff=`#ifdef USE_BATCHING
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
#endif`,Of=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,kf=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Bf=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,zf=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,Hf=`#ifdef USE_IRIDESCENCE
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
#endif`,Vf=`#ifdef USE_BUMPMAP
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
#endif`,Gf=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,Wf=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Xf=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,qf=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Yf=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,$f=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,Zf=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,jf=`#if defined( USE_COLOR_ALPHA )
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
#endif`,Jf=`#define PI 3.141592653589793
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
} // validated`,Kf=`#ifdef ENVMAP_TYPE_CUBE_UV
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
#endif`,Qf=`vec3 transformedNormal = objectNormal;
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
#endif`,tp=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,ep=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,np=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,ip=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,sp="gl_FragColor = linearToOutputTexel( gl_FragColor );",rp=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,op=`#ifdef USE_ENVMAP
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
#endif`,ap=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,lp=`#ifdef USE_ENVMAP
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
#endif`,cp=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,hp=`#ifdef USE_ENVMAP
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
#endif`,up=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,dp=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,fp=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,pp=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,mp=`#ifdef USE_GRADIENTMAP
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
}`,gp=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,_p=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,xp=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,yp=`uniform bool receiveShadow;
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
#endif`,vp=`#ifdef USE_ENVMAP
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
#endif`,bp=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Mp=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,wp=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Sp=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Ep=`PhysicalMaterial material;
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
#endif`,Tp=`struct PhysicalMaterial {
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
}`,Ap=`
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
#endif`,Rp=`#if defined( RE_IndirectDiffuse )
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
#endif`,Cp=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Ip=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Pp=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Lp=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Dp=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Up=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Np=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Fp=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,Op=`#if defined( USE_POINTS_UV )
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
#endif`,kp=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Bp=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,zp=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Hp=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Vp=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Gp=`#ifdef USE_MORPHTARGETS
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
#endif`,Wp=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Xp=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,qp=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,Yp=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,$p=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Zp=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,jp=`#ifdef USE_NORMALMAP
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
#endif`,Jp=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Kp=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Qp=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,tm=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,em=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,nm=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,im=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,sm=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,rm=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,om=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,am=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,lm=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,cm=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,hm=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,um=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,dm=`float getShadowMask() {
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
}`,fm=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,pm=`#ifdef USE_SKINNING
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
#endif`,mm=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,gm=`#ifdef USE_SKINNING
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
#endif`,_m=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,xm=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,ym=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,vm=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,bm=`#ifdef USE_TRANSMISSION
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
#endif`,Mm=`#ifdef USE_TRANSMISSION
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
#endif`,wm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Sm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Em=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Tm=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Am=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Rm=`uniform sampler2D t2D;
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
}`,Cm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Im=`#ifdef ENVMAP_TYPE_CUBE
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
}`,Pm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Lm=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Dm=`#include <common>
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
}`,Um=`#if DEPTH_PACKING == 3200
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
}`,Nm=`#define DISTANCE
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
}`,Fm=`#define DISTANCE
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
}`,Om=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,km=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Bm=`uniform float scale;
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
}`,zm=`uniform vec3 diffuse;
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
}`,Hm=`#include <common>
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
}`,Vm=`uniform vec3 diffuse;
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
}`,Gm=`#define LAMBERT
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
}`,Wm=`#define LAMBERT
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
}`,Xm=`#define MATCAP
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
}`,qm=`#define MATCAP
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
}`,Ym=`#define NORMAL
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
}`,$m=`#define NORMAL
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
}`,Zm=`#define PHONG
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
}`,jm=`#define PHONG
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
}`,Jm=`#define STANDARD
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
}`,Km=`#define STANDARD
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
}`,Qm=`#define TOON
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
}`,tg=`#define TOON
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
}`,eg=`uniform float size;
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
}`,ng=`uniform vec3 diffuse;
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
}`,ig=`#include <common>
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
}`,sg=`uniform vec3 color;
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
}`,rg=`uniform float rotation;
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
}`,og=`uniform vec3 diffuse;
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
}`,Nt={alphahash_fragment:Rf,alphahash_pars_fragment:Cf,alphamap_fragment:If,alphamap_pars_fragment:Pf,alphatest_fragment:Lf,alphatest_pars_fragment:Df,aomap_fragment:Uf,aomap_pars_fragment:Nf,batching_pars_vertex:Ff,batching_vertex:Of,begin_vertex:kf,beginnormal_vertex:Bf,bsdfs:zf,iridescence_fragment:Hf,bumpmap_pars_fragment:Vf,clipping_planes_fragment:Gf,clipping_planes_pars_fragment:Wf,clipping_planes_pars_vertex:Xf,clipping_planes_vertex:qf,color_fragment:Yf,color_pars_fragment:$f,color_pars_vertex:Zf,color_vertex:jf,common:Jf,cube_uv_reflection_fragment:Kf,defaultnormal_vertex:Qf,displacementmap_pars_vertex:tp,displacementmap_vertex:ep,emissivemap_fragment:np,emissivemap_pars_fragment:ip,colorspace_fragment:sp,colorspace_pars_fragment:rp,envmap_fragment:op,envmap_common_pars_fragment:ap,envmap_pars_fragment:lp,envmap_pars_vertex:cp,envmap_physical_pars_fragment:vp,envmap_vertex:hp,fog_vertex:up,fog_pars_vertex:dp,fog_fragment:fp,fog_pars_fragment:pp,gradientmap_pars_fragment:mp,lightmap_pars_fragment:gp,lights_lambert_fragment:_p,lights_lambert_pars_fragment:xp,lights_pars_begin:yp,lights_toon_fragment:bp,lights_toon_pars_fragment:Mp,lights_phong_fragment:wp,lights_phong_pars_fragment:Sp,lights_physical_fragment:Ep,lights_physical_pars_fragment:Tp,lights_fragment_begin:Ap,lights_fragment_maps:Rp,lights_fragment_end:Cp,logdepthbuf_fragment:Ip,logdepthbuf_pars_fragment:Pp,logdepthbuf_pars_vertex:Lp,logdepthbuf_vertex:Dp,map_fragment:Up,map_pars_fragment:Np,map_particle_fragment:Fp,map_particle_pars_fragment:Op,metalnessmap_fragment:kp,metalnessmap_pars_fragment:Bp,morphinstance_vertex:zp,morphcolor_vertex:Hp,morphnormal_vertex:Vp,morphtarget_pars_vertex:Gp,morphtarget_vertex:Wp,normal_fragment_begin:Xp,normal_fragment_maps:qp,normal_pars_fragment:Yp,normal_pars_vertex:$p,normal_vertex:Zp,normalmap_pars_fragment:jp,clearcoat_normal_fragment_begin:Jp,clearcoat_normal_fragment_maps:Kp,clearcoat_pars_fragment:Qp,iridescence_pars_fragment:tm,opaque_fragment:em,packing:nm,premultiplied_alpha_fragment:im,project_vertex:sm,dithering_fragment:rm,dithering_pars_fragment:om,roughnessmap_fragment:am,roughnessmap_pars_fragment:lm,shadowmap_pars_fragment:cm,shadowmap_pars_vertex:hm,shadowmap_vertex:um,shadowmask_pars_fragment:dm,skinbase_vertex:fm,skinning_pars_vertex:pm,skinning_vertex:mm,skinnormal_vertex:gm,specularmap_fragment:_m,specularmap_pars_fragment:xm,tonemapping_fragment:ym,tonemapping_pars_fragment:vm,transmission_fragment:bm,transmission_pars_fragment:Mm,uv_pars_fragment:wm,uv_pars_vertex:Sm,uv_vertex:Em,worldpos_vertex:Tm,background_vert:Am,background_frag:Rm,backgroundCube_vert:Cm,backgroundCube_frag:Im,cube_vert:Pm,cube_frag:Lm,depth_vert:Dm,depth_frag:Um,distanceRGBA_vert:Nm,distanceRGBA_frag:Fm,equirect_vert:Om,equirect_frag:km,linedashed_vert:Bm,linedashed_frag:zm,meshbasic_vert:Hm,meshbasic_frag:Vm,meshlambert_vert:Gm,meshlambert_frag:Wm,meshmatcap_vert:Xm,meshmatcap_frag:qm,meshnormal_vert:Ym,meshnormal_frag:$m,meshphong_vert:Zm,meshphong_frag:jm,meshphysical_vert:Jm,meshphysical_frag:Km,meshtoon_vert:Qm,meshtoon_frag:tg,points_vert:eg,points_frag:ng,shadow_vert:ig,shadow_frag:sg,sprite_vert:rg,sprite_frag:og},ot={common:{diffuse:{value:new _t(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Ft},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Ft}},envmap:{envMap:{value:null},envMapRotation:{value:new Ft},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Ft}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Ft}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Ft},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Ft},normalScale:{value:new kt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Ft},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Ft}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Ft}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Ft}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new _t(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new _t(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0},uvTransform:{value:new Ft}},sprite:{diffuse:{value:new _t(16777215)},opacity:{value:1},center:{value:new kt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Ft},alphaMap:{value:null},alphaMapTransform:{value:new Ft},alphaTest:{value:0}}},mn={basic:{uniforms:Ie([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.fog]),vertexShader:Nt.meshbasic_vert,fragmentShader:Nt.meshbasic_frag},lambert:{uniforms:Ie([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,ot.lights,{emissive:{value:new _t(0)}}]),vertexShader:Nt.meshlambert_vert,fragmentShader:Nt.meshlambert_frag},phong:{uniforms:Ie([ot.common,ot.specularmap,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,ot.lights,{emissive:{value:new _t(0)},specular:{value:new _t(1118481)},shininess:{value:30}}]),vertexShader:Nt.meshphong_vert,fragmentShader:Nt.meshphong_frag},standard:{uniforms:Ie([ot.common,ot.envmap,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.roughnessmap,ot.metalnessmap,ot.fog,ot.lights,{emissive:{value:new _t(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Nt.meshphysical_vert,fragmentShader:Nt.meshphysical_frag},toon:{uniforms:Ie([ot.common,ot.aomap,ot.lightmap,ot.emissivemap,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.gradientmap,ot.fog,ot.lights,{emissive:{value:new _t(0)}}]),vertexShader:Nt.meshtoon_vert,fragmentShader:Nt.meshtoon_frag},matcap:{uniforms:Ie([ot.common,ot.bumpmap,ot.normalmap,ot.displacementmap,ot.fog,{matcap:{value:null}}]),vertexShader:Nt.meshmatcap_vert,fragmentShader:Nt.meshmatcap_frag},points:{uniforms:Ie([ot.points,ot.fog]),vertexShader:Nt.points_vert,fragmentShader:Nt.points_frag},dashed:{uniforms:Ie([ot.common,ot.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Nt.linedashed_vert,fragmentShader:Nt.linedashed_frag},depth:{uniforms:Ie([ot.common,ot.displacementmap]),vertexShader:Nt.depth_vert,fragmentShader:Nt.depth_frag},normal:{uniforms:Ie([ot.common,ot.bumpmap,ot.normalmap,ot.displacementmap,{opacity:{value:1}}]),vertexShader:Nt.meshnormal_vert,fragmentShader:Nt.meshnormal_frag},sprite:{uniforms:Ie([ot.sprite,ot.fog]),vertexShader:Nt.sprite_vert,fragmentShader:Nt.sprite_frag},background:{uniforms:{uvTransform:{value:new Ft},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Nt.background_vert,fragmentShader:Nt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Ft}},vertexShader:Nt.backgroundCube_vert,fragmentShader:Nt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Nt.cube_vert,fragmentShader:Nt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Nt.equirect_vert,fragmentShader:Nt.equirect_frag},distanceRGBA:{uniforms:Ie([ot.common,ot.displacementmap,{referencePosition:{value:new P},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Nt.distanceRGBA_vert,fragmentShader:Nt.distanceRGBA_frag},shadow:{uniforms:Ie([ot.lights,ot.fog,{color:{value:new _t(0)},opacity:{value:1}}]),vertexShader:Nt.shadow_vert,fragmentShader:Nt.shadow_frag}};mn.physical={uniforms:Ie([mn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Ft},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Ft},clearcoatNormalScale:{value:new kt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Ft},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Ft},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Ft},sheen:{value:0},sheenColor:{value:new _t(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Ft},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Ft},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Ft},transmissionSamplerSize:{value:new kt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Ft},attenuationDistance:{value:0},attenuationColor:{value:new _t(0)},specularColor:{value:new _t(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Ft},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Ft},anisotropyVector:{value:new kt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Ft}}]),vertexShader:Nt.meshphysical_vert,fragmentShader:Nt.meshphysical_frag};var ta={r:0,b:0,g:0},pi=new Je,ag=new Bt;function lg(s,t,e,n,i,r,o){let a=new _t(0),l=r===!0?0:1,c,h,u=null,d=0,p=null;function g(M){let y=M.isScene===!0?M.background:null;return y&&y.isTexture&&(y=(M.backgroundBlurriness>0?e:t).get(y)),y}function _(M){let y=!1,A=g(M);A===null?f(a,l):A&&A.isColor&&(f(A,1),y=!0);let T=s.xr.getEnvironmentBlendMode();T==="additive"?n.buffers.color.setClear(0,0,0,1,o):T==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(s.autoClear||y)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function m(M,y){let A=g(y);A&&(A.isCubeTexture||A.mapping===$s)?(h===void 0&&(h=new Qt(new Sn(1,1,1),new ln({name:"BackgroundCubeMaterial",uniforms:fi(mn.backgroundCube.uniforms),vertexShader:mn.backgroundCube.vertexShader,fragmentShader:mn.backgroundCube.fragmentShader,side:De,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(T,C,D){this.matrixWorld.copyPosition(D.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(h)),pi.copy(y.backgroundRotation),pi.x*=-1,pi.y*=-1,pi.z*=-1,A.isCubeTexture&&A.isRenderTargetTexture===!1&&(pi.y*=-1,pi.z*=-1),h.material.uniforms.envMap.value=A,h.material.uniforms.flipEnvMap.value=A.isCubeTexture&&A.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=y.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=y.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(ag.makeRotationFromEuler(pi)),h.material.toneMapped=qt.getTransfer(A.colorSpace)!==Jt,(u!==A||d!==A.version||p!==s.toneMapping)&&(h.material.needsUpdate=!0,u=A,d=A.version,p=s.toneMapping),h.layers.enableAll(),M.unshift(h,h.geometry,h.material,0,0,null)):A&&A.isTexture&&(c===void 0&&(c=new Qt(new ci(2,2),new ln({name:"BackgroundMaterial",uniforms:fi(mn.background.uniforms),vertexShader:mn.background.vertexShader,fragmentShader:mn.background.fragmentShader,side:rn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=A,c.material.uniforms.backgroundIntensity.value=y.backgroundIntensity,c.material.toneMapped=qt.getTransfer(A.colorSpace)!==Jt,A.matrixAutoUpdate===!0&&A.updateMatrix(),c.material.uniforms.uvTransform.value.copy(A.matrix),(u!==A||d!==A.version||p!==s.toneMapping)&&(c.material.needsUpdate=!0,u=A,d=A.version,p=s.toneMapping),c.layers.enableAll(),M.unshift(c,c.geometry,c.material,0,0,null))}function f(M,y){M.getRGB(ta,kl(s)),n.buffers.color.setClear(ta.r,ta.g,ta.b,y,o)}function S(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return a},setClearColor:function(M,y=1){a.set(M),l=y,f(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(M){l=M,f(a,l)},render:_,addToRenderList:m,dispose:S}}function cg(s,t){let e=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(b,R,B,H,z){let j=!1,X=u(H,B,R);r!==X&&(r=X,c(r.object)),j=p(b,H,B,z),j&&g(b,H,B,z),z!==null&&t.update(z,s.ELEMENT_ARRAY_BUFFER),(j||o)&&(o=!1,y(b,R,B,H),z!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,t.get(z).buffer))}function l(){return s.createVertexArray()}function c(b){return s.bindVertexArray(b)}function h(b){return s.deleteVertexArray(b)}function u(b,R,B){let H=B.wireframe===!0,z=n[b.id];z===void 0&&(z={},n[b.id]=z);let j=z[R.id];j===void 0&&(j={},z[R.id]=j);let X=j[H];return X===void 0&&(X=d(l()),j[H]=X),X}function d(b){let R=[],B=[],H=[];for(let z=0;z<e;z++)R[z]=0,B[z]=0,H[z]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:R,enabledAttributes:B,attributeDivisors:H,object:b,attributes:{},index:null}}function p(b,R,B,H){let z=r.attributes,j=R.attributes,X=0,nt=B.getAttributes();for(let V in nt)if(nt[V].location>=0){let dt=z[V],St=j[V];if(St===void 0&&(V==="instanceMatrix"&&b.instanceMatrix&&(St=b.instanceMatrix),V==="instanceColor"&&b.instanceColor&&(St=b.instanceColor)),dt===void 0||dt.attribute!==St||St&&dt.data!==St.data)return!0;X++}return r.attributesNum!==X||r.index!==H}function g(b,R,B,H){let z={},j=R.attributes,X=0,nt=B.getAttributes();for(let V in nt)if(nt[V].location>=0){let dt=j[V];dt===void 0&&(V==="instanceMatrix"&&b.instanceMatrix&&(dt=b.instanceMatrix),V==="instanceColor"&&b.instanceColor&&(dt=b.instanceColor));let St={};St.attribute=dt,dt&&dt.data&&(St.data=dt.data),z[V]=St,X++}r.attributes=z,r.attributesNum=X,r.index=H}function _(){let b=r.newAttributes;for(let R=0,B=b.length;R<B;R++)b[R]=0}function m(b){f(b,0)}function f(b,R){let B=r.newAttributes,H=r.enabledAttributes,z=r.attributeDivisors;B[b]=1,H[b]===0&&(s.enableVertexAttribArray(b),H[b]=1),z[b]!==R&&(s.vertexAttribDivisor(b,R),z[b]=R)}function S(){let b=r.newAttributes,R=r.enabledAttributes;for(let B=0,H=R.length;B<H;B++)R[B]!==b[B]&&(s.disableVertexAttribArray(B),R[B]=0)}function M(b,R,B,H,z,j,X){X===!0?s.vertexAttribIPointer(b,R,B,z,j):s.vertexAttribPointer(b,R,B,H,z,j)}function y(b,R,B,H){_();let z=H.attributes,j=B.getAttributes(),X=R.defaultAttributeValues;for(let nt in j){let V=j[nt];if(V.location>=0){let at=z[nt];if(at===void 0&&(nt==="instanceMatrix"&&b.instanceMatrix&&(at=b.instanceMatrix),nt==="instanceColor"&&b.instanceColor&&(at=b.instanceColor)),at!==void 0){let dt=at.normalized,St=at.itemSize,zt=t.get(at);if(zt===void 0)continue;let le=zt.buffer,ee=zt.type,$=zt.bytesPerElement,lt=ee===s.INT||ee===s.UNSIGNED_INT||at.gpuType===vo;if(at.isInterleavedBufferAttribute){let st=at.data,Rt=st.stride,Ct=at.offset;if(st.isInstancedInterleavedBuffer){for(let Dt=0;Dt<V.locationSize;Dt++)f(V.location+Dt,st.meshPerAttribute);b.isInstancedMesh!==!0&&H._maxInstanceCount===void 0&&(H._maxInstanceCount=st.meshPerAttribute*st.count)}else for(let Dt=0;Dt<V.locationSize;Dt++)m(V.location+Dt);s.bindBuffer(s.ARRAY_BUFFER,le);for(let Dt=0;Dt<V.locationSize;Dt++)M(V.location+Dt,St/V.locationSize,ee,dt,Rt*$,(Ct+St/V.locationSize*Dt)*$,lt)}else{if(at.isInstancedBufferAttribute){for(let st=0;st<V.locationSize;st++)f(V.location+st,at.meshPerAttribute);b.isInstancedMesh!==!0&&H._maxInstanceCount===void 0&&(H._maxInstanceCount=at.meshPerAttribute*at.count)}else for(let st=0;st<V.locationSize;st++)m(V.location+st);s.bindBuffer(s.ARRAY_BUFFER,le);for(let st=0;st<V.locationSize;st++)M(V.location+st,St/V.locationSize,ee,dt,St*$,St/V.locationSize*st*$,lt)}}else if(X!==void 0){let dt=X[nt];if(dt!==void 0)switch(dt.length){case 2:s.vertexAttrib2fv(V.location,dt);break;case 3:s.vertexAttrib3fv(V.location,dt);break;case 4:s.vertexAttrib4fv(V.location,dt);break;default:s.vertexAttrib1fv(V.location,dt)}}}}S()}function A(){D();for(let b in n){let R=n[b];for(let B in R){let H=R[B];for(let z in H)h(H[z].object),delete H[z];delete R[B]}delete n[b]}}function T(b){if(n[b.id]===void 0)return;let R=n[b.id];for(let B in R){let H=R[B];for(let z in H)h(H[z].object),delete H[z];delete R[B]}delete n[b.id]}function C(b){for(let R in n){let B=n[R];if(B[b.id]===void 0)continue;let H=B[b.id];for(let z in H)h(H[z].object),delete H[z];delete B[b.id]}}function D(){w(),o=!0,r!==i&&(r=i,c(r.object))}function w(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:D,resetDefaultState:w,dispose:A,releaseStatesOfGeometry:T,releaseStatesOfProgram:C,initAttributes:_,enableAttribute:m,disableUnusedAttributes:S}}function hg(s,t,e){let n;function i(c){n=c}function r(c,h){s.drawArrays(n,c,h),e.update(h,n,1)}function o(c,h,u){u!==0&&(s.drawArraysInstanced(n,c,h,u),e.update(h,n,u))}function a(c,h,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,u);let p=0;for(let g=0;g<u;g++)p+=h[g];e.update(p,n,1)}function l(c,h,u,d){if(u===0)return;let p=t.get("WEBGL_multi_draw");if(p===null)for(let g=0;g<c.length;g++)o(c[g],h[g],d[g]);else{p.multiDrawArraysInstancedWEBGL(n,c,0,h,0,d,0,u);let g=0;for(let _=0;_<u;_++)g+=h[_]*d[_];e.update(g,n,1)}}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function ug(s,t,e,n){let i;function r(){if(i!==void 0)return i;if(t.has("EXT_texture_filter_anisotropic")===!0){let C=t.get("EXT_texture_filter_anisotropic");i=s.getParameter(C.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(C){return!(C!==We&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(C){let D=C===ji&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(C!==cn&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE)&&C!==Ke&&!D)}function l(C){if(C==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";C="mediump"}return C==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.logarithmicDepthBuffer===!0,d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),p=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),g=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=s.getParameter(s.MAX_TEXTURE_SIZE),m=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),f=s.getParameter(s.MAX_VERTEX_ATTRIBS),S=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),M=s.getParameter(s.MAX_VARYING_VECTORS),y=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),A=g>0,T=s.getParameter(s.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:f,maxVertexUniforms:S,maxVaryings:M,maxFragmentUniforms:y,vertexTextures:A,maxSamples:T}}function dg(s){let t=this,e=null,n=0,i=!1,r=!1,o=new je,a=new Ft,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let p=u.length!==0||d||n!==0||i;return i=d,n=u.length,p},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,p){let g=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,f=s.get(u);if(!i||g===null||g.length===0||r&&!m)r?h(null):c();else{let S=r?0:n,M=S*4,y=f.clippingState||null;l.value=y,y=h(g,d,M,p);for(let A=0;A!==M;++A)y[A]=e[A];f.clippingState=y,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,p,g){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let f=p+_*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(m===null||m.length<f)&&(m=new Float32Array(f));for(let M=0,y=p;M!==_;++M,y+=4)o.copy(u[M]).applyMatrix4(S,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}function fg(s){let t=new WeakMap;function e(o,a){return a===_o?o.mapping=ui:a===xo&&(o.mapping=di),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===_o||a===xo)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new qr(l.height);return c.fromEquirectangularTexture(s,o),t.set(o,c),o.addEventListener("dispose",i),e(c.texture,o.mapping)}else return null}}return o}function i(o){let a=o.target;a.removeEventListener("dispose",i);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var es=4,iu=[.125,.215,.35,.446,.526,.582],_i=20,Vl=new Ws,su=new _t,Gl=null,Wl=0,Xl=0,ql=!1,gi=(1+Math.sqrt(5))/2,ts=1/gi,ru=[new P(-gi,ts,0),new P(gi,ts,0),new P(-ts,0,gi),new P(ts,0,gi),new P(0,gi,-ts),new P(0,gi,ts),new P(-1,1,-1),new P(1,1,-1),new P(-1,1,1),new P(1,1,1)],pg=new P,ia=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,i=100,r={}){let{size:o=256,position:a=pg}=r;Gl=this._renderer.getRenderTarget(),Wl=this._renderer.getActiveCubeFace(),Xl=this._renderer.getActiveMipmapLevel(),ql=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(o);let l=this._allocateTargets();return l.depthBuffer=!0,this._sceneToCubeUV(t,n,i,l,a),e>0&&this._blur(l,0,0,e),this._applyPMREM(l),this._cleanup(l),l}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=lu(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=au(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(Gl,Wl,Xl),this._renderer.xr.enabled=ql,t.scissorTest=!1,ea(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===ui||t.mapping===di?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),Gl=this._renderer.getRenderTarget(),Wl=this._renderer.getActiveCubeFace(),Xl=this._renderer.getActiveMipmapLevel(),ql=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:on,minFilter:on,generateMipmaps:!1,type:ji,format:We,colorSpace:ri,depthBuffer:!1},i=ou(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=ou(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=mg(r)),this._blurMaterial=gg(r,t,e)}return i}_compileMaterial(t){let e=new Qt(this._lodPlanes[0],t);this._renderer.compile(e,Vl)}_sceneToCubeUV(t,e,n,i,r){let l=new Re(90,1,e,n),c=[1,-1,1,1,1,1],h=[1,1,1,-1,-1,-1],u=this._renderer,d=u.autoClear,p=u.toneMapping;u.getClearColor(su),u.toneMapping=Tn,u.autoClear=!1,u.state.buffers.depth.getReversed()&&(u.setRenderTarget(i),u.clearDepth(),u.setRenderTarget(null));let _=new fn({name:"PMREM.Background",side:De,depthWrite:!1,depthTest:!1}),m=new Qt(new Sn,_),f=!1,S=t.background;S?S.isColor&&(_.color.copy(S),t.background=null,f=!0):(_.color.copy(su),f=!0);for(let M=0;M<6;M++){let y=M%3;y===0?(l.up.set(0,c[M],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x+h[M],r.y,r.z)):y===1?(l.up.set(0,0,c[M]),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y+h[M],r.z)):(l.up.set(0,c[M],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y,r.z+h[M]));let A=this._cubeSize;ea(i,y*A,M>2?A:0,A,A),u.setRenderTarget(i),f&&u.render(m,l),u.render(t,l)}m.geometry.dispose(),m.material.dispose(),u.toneMapping=p,u.autoClear=d,t.background=S}_textureToCubeUV(t,e){let n=this._renderer,i=t.mapping===ui||t.mapping===di;i?(this._cubemapMaterial===null&&(this._cubemapMaterial=lu()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=au());let r=i?this._cubemapMaterial:this._equirectMaterial,o=new Qt(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;ea(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,Vl)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let i=this._lodPlanes.length;for(let r=1;r<i;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=ru[(i-r-1)%ru.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,i,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,i,"latitudinal",r),this._halfBlur(o,t,n,n,i,"longitudinal",r)}_halfBlur(t,e,n,i,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,u=new Qt(this._lodPlanes[i],c),d=c.uniforms,p=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*p):2*Math.PI/(2*_i-1),_=r/g,m=isFinite(r)?1+Math.floor(h*_):_i;m>_i&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${_i}`);let f=[],S=0;for(let C=0;C<_i;++C){let D=C/_,w=Math.exp(-D*D/2);f.push(w),C===0?S+=w:C<m&&(S+=2*w)}for(let C=0;C<f.length;C++)f[C]=f[C]/S;d.envMap.value=t.texture,d.samples.value=m,d.weights.value=f,d.latitudinal.value=o==="latitudinal",a&&(d.poleAxis.value=a);let{_lodMax:M}=this;d.dTheta.value=g,d.mipInt.value=M-n;let y=this._sizeLods[i],A=3*y*(i>M-es?i-M+es:0),T=4*(this._cubeSize-y);ea(e,A,T,3*y,2*y),l.setRenderTarget(e),l.render(u,Vl)}};function mg(s){let t=[],e=[],n=[],i=s,r=s-es+1+iu.length;for(let o=0;o<r;o++){let a=Math.pow(2,i);e.push(a);let l=1/a;o>s-es?l=iu[o-s+es-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,u=1+c,d=[h,h,u,h,u,u,h,h,u,u,h,u],p=6,g=6,_=3,m=2,f=1,S=new Float32Array(_*g*p),M=new Float32Array(m*g*p),y=new Float32Array(f*g*p);for(let T=0;T<p;T++){let C=T%3*2/3-1,D=T>2?0:-1,w=[C,D,0,C+2/3,D,0,C+2/3,D+1,0,C,D,0,C+2/3,D+1,0,C,D+1,0];S.set(w,_*g*T),M.set(d,m*g*T);let b=[T,T,T,T,T,T];y.set(b,f*g*T)}let A=new Zt;A.setAttribute("position",new Wt(S,_)),A.setAttribute("uv",new Wt(M,m)),A.setAttribute("faceIndex",new Wt(y,f)),t.push(A),i>es&&i--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function ou(s,t,e){let n=new un(s,t,e);return n.texture.mapping=$s,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function ea(s,t,e,n,i){s.viewport.set(t,e,n,i),s.scissor.set(t,e,n,i)}function gg(s,t,e){let n=new Float32Array(_i),i=new P(0,1,0);return new ln({name:"SphericalGaussianBlur",defines:{n:_i,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${s}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:i}},vertexShader:nc(),fragmentShader:`

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
		`,blending:En,depthTest:!1,depthWrite:!1})}function au(){return new ln({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:nc(),fragmentShader:`

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
		`,blending:En,depthTest:!1,depthWrite:!1})}function lu(){return new ln({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:nc(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:En,depthTest:!1,depthWrite:!1})}function nc(){return`

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
	`}function _g(s){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===_o||l===xo,h=l===ui||l===di;if(c||h){let u=t.get(a),d=u!==void 0?u.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==d)return e===null&&(e=new ia(s)),u=c?e.fromEquirectangular(a,u):e.fromCubemap(a,u),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),u.texture;if(u!==void 0)return u.texture;{let p=a.image;return c&&p&&p.height>0||h&&p&&i(p)?(e===null&&(e=new ia(s)),u=c?e.fromEquirectangular(a):e.fromCubemap(a),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),a.addEventListener("dispose",r),u.texture):null}}}return a}function i(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function xg(s){let t={};function e(n){if(t[n]!==void 0)return t[n];let i;switch(n){case"WEBGL_depth_texture":i=s.getExtension("WEBGL_depth_texture")||s.getExtension("MOZ_WEBGL_depth_texture")||s.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":i=s.getExtension("EXT_texture_filter_anisotropic")||s.getExtension("MOZ_EXT_texture_filter_anisotropic")||s.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":i=s.getExtension("WEBGL_compressed_texture_s3tc")||s.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":i=s.getExtension("WEBGL_compressed_texture_pvrtc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:i=s.getExtension(n)}return t[n]=i,i}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let i=e(n);return i===null&&oi("THREE.WebGLRenderer: "+n+" extension not supported."),i}}}function yg(s,t,e,n){let i={},r=new WeakMap;function o(u){let d=u.target;d.index!==null&&t.remove(d.index);for(let g in d.attributes)t.remove(d.attributes[g]);d.removeEventListener("dispose",o),delete i[d.id];let p=r.get(d);p&&(t.remove(p),r.delete(d)),n.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,e.memory.geometries--}function a(u,d){return i[d.id]===!0||(d.addEventListener("dispose",o),i[d.id]=!0,e.memory.geometries++),d}function l(u){let d=u.attributes;for(let p in d)t.update(d[p],s.ARRAY_BUFFER)}function c(u){let d=[],p=u.index,g=u.attributes.position,_=0;if(p!==null){let S=p.array;_=p.version;for(let M=0,y=S.length;M<y;M+=3){let A=S[M+0],T=S[M+1],C=S[M+2];d.push(A,T,T,C,C,A)}}else if(g!==void 0){let S=g.array;_=g.version;for(let M=0,y=S.length/3-1;M<y;M+=3){let A=M+0,T=M+1,C=M+2;d.push(A,T,T,C,C,A)}}else return;let m=new(Ol(d)?Rs:As)(d,1);m.version=_;let f=r.get(u);f&&t.remove(f),r.set(u,m)}function h(u){let d=r.get(u);if(d){let p=u.index;p!==null&&d.version<p.version&&c(u)}else c(u);return r.get(u)}return{get:a,update:l,getWireframeAttribute:h}}function vg(s,t,e){let n;function i(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,p){s.drawElements(n,p,r,d*o),e.update(p,n,1)}function c(d,p,g){g!==0&&(s.drawElementsInstanced(n,p,r,d*o,g),e.update(p,n,g))}function h(d,p,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,p,0,r,d,0,g);let m=0;for(let f=0;f<g;f++)m+=p[f];e.update(m,n,1)}function u(d,p,g,_){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let f=0;f<d.length;f++)c(d[f]/o,p[f],_[f]);else{m.multiDrawElementsInstancedWEBGL(n,p,0,r,d,0,_,0,g);let f=0;for(let S=0;S<g;S++)f+=p[S]*_[S];e.update(f,n,1)}}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=u}function bg(s){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case s.TRIANGLES:e.triangles+=a*(r/3);break;case s.LINES:e.lines+=a*(r/2);break;case s.LINE_STRIP:e.lines+=a*(r-1);break;case s.LINE_LOOP:e.lines+=a*r;break;case s.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function i(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:i,update:n}}function Mg(s,t,e){let n=new WeakMap,i=new re;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let w=function(){C.dispose(),n.delete(a),a.removeEventListener("dispose",w)};d!==void 0&&d.texture.dispose();let p=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],f=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],M=0;p===!0&&(M=1),g===!0&&(M=2),_===!0&&(M=3);let y=a.attributes.position.count*M,A=1;y>t.maxTextureSize&&(A=Math.ceil(y/t.maxTextureSize),y=t.maxTextureSize);let T=new Float32Array(y*A*4*u),C=new Ts(T,y,A,u);C.type=Ke,C.needsUpdate=!0;let D=M*4;for(let b=0;b<u;b++){let R=m[b],B=f[b],H=S[b],z=y*A*4*b;for(let j=0;j<R.count;j++){let X=j*D;p===!0&&(i.fromBufferAttribute(R,j),T[z+X+0]=i.x,T[z+X+1]=i.y,T[z+X+2]=i.z,T[z+X+3]=0),g===!0&&(i.fromBufferAttribute(B,j),T[z+X+4]=i.x,T[z+X+5]=i.y,T[z+X+6]=i.z,T[z+X+7]=0),_===!0&&(i.fromBufferAttribute(H,j),T[z+X+8]=i.x,T[z+X+9]=i.y,T[z+X+10]=i.z,T[z+X+11]=H.itemSize===4?i.w:1)}}d={count:u,texture:C,size:new kt(y,A)},n.set(a,d),a.addEventListener("dispose",w)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,e);else{let p=0;for(let _=0;_<c.length;_++)p+=c[_];let g=a.morphTargetsRelative?1:1-p;l.getUniforms().setValue(s,"morphTargetBaseInfluence",g),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function wg(s,t,e,n){let i=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,u=t.get(l,h);if(i.get(u)!==c&&(t.update(u),i.set(u,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),i.get(l)!==c&&(e.update(l.instanceMatrix,s.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,s.ARRAY_BUFFER),i.set(l,c))),l.isSkinnedMesh){let d=l.skeleton;i.get(d)!==c&&(d.update(),i.set(d,c))}return u}function o(){i=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var Au=new Ce,cu=new Fs(1,1),Ru=new Ts,Cu=new Wr,Iu=new Is,hu=[],uu=[],du=new Float32Array(16),fu=new Float32Array(9),pu=new Float32Array(4);function is(s,t,e){let n=s[0];if(n<=0||n>0)return s;let i=t*e,r=hu[i];if(r===void 0&&(r=new Float32Array(i),hu[i]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,s[o].toArray(r,a)}return r}function ye(s,t){if(s.length!==t.length)return!1;for(let e=0,n=s.length;e<n;e++)if(s[e]!==t[e])return!1;return!0}function ve(s,t){for(let e=0,n=t.length;e<n;e++)s[e]=t[e]}function oa(s,t){let e=uu[t];e===void 0&&(e=new Int32Array(t),uu[t]=e);for(let n=0;n!==t;++n)e[n]=s.allocateTextureUnit();return e}function Sg(s,t){let e=this.cache;e[0]!==t&&(s.uniform1f(this.addr,t),e[0]=t)}function Eg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2fv(this.addr,t),ve(e,t)}}function Tg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(s.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(ye(e,t))return;s.uniform3fv(this.addr,t),ve(e,t)}}function Ag(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4fv(this.addr,t),ve(e,t)}}function Rg(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix2fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;pu.set(n),s.uniformMatrix2fv(this.addr,!1,pu),ve(e,n)}}function Cg(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix3fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;fu.set(n),s.uniformMatrix3fv(this.addr,!1,fu),ve(e,n)}}function Ig(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(ye(e,t))return;s.uniformMatrix4fv(this.addr,!1,t),ve(e,t)}else{if(ye(e,n))return;du.set(n),s.uniformMatrix4fv(this.addr,!1,du),ve(e,n)}}function Pg(s,t){let e=this.cache;e[0]!==t&&(s.uniform1i(this.addr,t),e[0]=t)}function Lg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2iv(this.addr,t),ve(e,t)}}function Dg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(ye(e,t))return;s.uniform3iv(this.addr,t),ve(e,t)}}function Ug(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4iv(this.addr,t),ve(e,t)}}function Ng(s,t){let e=this.cache;e[0]!==t&&(s.uniform1ui(this.addr,t),e[0]=t)}function Fg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(ye(e,t))return;s.uniform2uiv(this.addr,t),ve(e,t)}}function Og(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(ye(e,t))return;s.uniform3uiv(this.addr,t),ve(e,t)}}function kg(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(ye(e,t))return;s.uniform4uiv(this.addr,t),ve(e,t)}}function Bg(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?(cu.compareFunction=Nl,r=cu):r=Au,e.setTexture2D(t||r,i)}function zg(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture3D(t||Cu,i)}function Hg(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTextureCube(t||Iu,i)}function Vg(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture2DArray(t||Ru,i)}function Gg(s){switch(s){case 5126:return Sg;case 35664:return Eg;case 35665:return Tg;case 35666:return Ag;case 35674:return Rg;case 35675:return Cg;case 35676:return Ig;case 5124:case 35670:return Pg;case 35667:case 35671:return Lg;case 35668:case 35672:return Dg;case 35669:case 35673:return Ug;case 5125:return Ng;case 36294:return Fg;case 36295:return Og;case 36296:return kg;case 35678:case 36198:case 36298:case 36306:case 35682:return Bg;case 35679:case 36299:case 36307:return zg;case 35680:case 36300:case 36308:case 36293:return Hg;case 36289:case 36303:case 36311:case 36292:return Vg}}function Wg(s,t){s.uniform1fv(this.addr,t)}function Xg(s,t){let e=is(t,this.size,2);s.uniform2fv(this.addr,e)}function qg(s,t){let e=is(t,this.size,3);s.uniform3fv(this.addr,e)}function Yg(s,t){let e=is(t,this.size,4);s.uniform4fv(this.addr,e)}function $g(s,t){let e=is(t,this.size,4);s.uniformMatrix2fv(this.addr,!1,e)}function Zg(s,t){let e=is(t,this.size,9);s.uniformMatrix3fv(this.addr,!1,e)}function jg(s,t){let e=is(t,this.size,16);s.uniformMatrix4fv(this.addr,!1,e)}function Jg(s,t){s.uniform1iv(this.addr,t)}function Kg(s,t){s.uniform2iv(this.addr,t)}function Qg(s,t){s.uniform3iv(this.addr,t)}function t0(s,t){s.uniform4iv(this.addr,t)}function e0(s,t){s.uniform1uiv(this.addr,t)}function n0(s,t){s.uniform2uiv(this.addr,t)}function i0(s,t){s.uniform3uiv(this.addr,t)}function s0(s,t){s.uniform4uiv(this.addr,t)}function r0(s,t,e){let n=this.cache,i=t.length,r=oa(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture2D(t[o]||Au,r[o])}function o0(s,t,e){let n=this.cache,i=t.length,r=oa(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture3D(t[o]||Cu,r[o])}function a0(s,t,e){let n=this.cache,i=t.length,r=oa(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTextureCube(t[o]||Iu,r[o])}function l0(s,t,e){let n=this.cache,i=t.length,r=oa(e,i);ye(n,r)||(s.uniform1iv(this.addr,r),ve(n,r));for(let o=0;o!==i;++o)e.setTexture2DArray(t[o]||Ru,r[o])}function c0(s){switch(s){case 5126:return Wg;case 35664:return Xg;case 35665:return qg;case 35666:return Yg;case 35674:return $g;case 35675:return Zg;case 35676:return jg;case 5124:case 35670:return Jg;case 35667:case 35671:return Kg;case 35668:case 35672:return Qg;case 35669:case 35673:return t0;case 5125:return e0;case 36294:return n0;case 36295:return i0;case 36296:return s0;case 35678:case 36198:case 36298:case 36306:case 35682:return r0;case 35679:case 36299:case 36307:return o0;case 35680:case 36300:case 36308:case 36293:return a0;case 36289:case 36303:case 36311:case 36292:return l0}}var $l=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=Gg(e.type)}},Zl=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=c0(e.type)}},jl=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(t,e[a.id],n)}}},Yl=/(\w+)(\])?(\[|\.)?/g;function mu(s,t){s.seq.push(t),s.map[t.id]=t}function h0(s,t,e){let n=s.name,i=n.length;for(Yl.lastIndex=0;;){let r=Yl.exec(n),o=Yl.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){mu(e,c===void 0?new $l(a,s,t):new Zl(a,s,t));break}else{let u=e.map[a];u===void 0&&(u=new jl(a),mu(e,u)),e=u}}}var ns=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let i=0;i<n;++i){let r=t.getActiveUniform(e,i),o=t.getUniformLocation(e,r.name);h0(r,o,this)}}setValue(t,e,n,i){let r=this.map[e];r!==void 0&&r.setValue(t,n,i)}setOptional(t,e,n){let i=e[n];i!==void 0&&this.setValue(t,n,i)}static upload(t,e,n,i){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,i)}}static seqWithValue(t,e){let n=[];for(let i=0,r=t.length;i!==r;++i){let o=t[i];o.id in e&&n.push(o)}return n}};function gu(s,t,e){let n=s.createShader(t);return s.shaderSource(n,e),s.compileShader(n),n}var u0=37297,d0=0;function f0(s,t){let e=s.split(`
`),n=[],i=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var _u=new Ft;function p0(s){qt._getMatrix(_u,qt.workingColorSpace,s);let t=`mat3( ${_u.elements.map(e=>e.toFixed(4))} )`;switch(qt.getTransfer(s)){case ws:return[t,"LinearTransferOETF"];case Jt:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",s),[t,"LinearTransferOETF"]}}function xu(s,t,e){let n=s.getShaderParameter(t,s.COMPILE_STATUS),r=(s.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+f0(s.getShaderSource(t),a)}else return r}function m0(s,t){let e=p0(t);return[`vec4 ${s}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function g0(s,t){let e;switch(t){case Dh:e="Linear";break;case Uh:e="Reinhard";break;case Nh:e="Cineon";break;case Fh:e="ACESFilmic";break;case kh:e="AgX";break;case Bh:e="Neutral";break;case Oh:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+s+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var na=new P;function _0(){qt.getLuminanceCoefficients(na);let s=na.x.toFixed(4),t=na.y.toFixed(4),e=na.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function x0(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(nr).join(`
`)}function y0(s){let t=[];for(let e in s){let n=s[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function v0(s,t){let e={},n=s.getProgramParameter(t,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(t,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:s.getAttribLocation(t,o),locationSize:a}}return e}function nr(s){return s!==""}function yu(s,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return s.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function vu(s,t){return s.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var b0=/^[ \t]*#include +<([\w\d./]+)>/gm;function Jl(s){return s.replace(b0,w0)}var M0=new Map;function w0(s,t){let e=Nt[t];if(e===void 0){let n=M0.get(t);if(n!==void 0)e=Nt[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return Jl(e)}var S0=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function bu(s){return s.replace(S0,E0)}function E0(s,t,e,n){let i="";for(let r=parseInt(t);r<parseInt(e);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function Mu(s){let t=`precision ${s.precision} float;
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
#define LOW_PRECISION`),t}function T0(s){let t="SHADOWMAP_TYPE_BASIC";return s.shadowMapType===Ys?t="SHADOWMAP_TYPE_PCF":s.shadowMapType===dh?t="SHADOWMAP_TYPE_PCF_SOFT":s.shadowMapType===pn&&(t="SHADOWMAP_TYPE_VSM"),t}function A0(s){let t="ENVMAP_TYPE_CUBE";if(s.envMap)switch(s.envMapMode){case ui:case di:t="ENVMAP_TYPE_CUBE";break;case $s:t="ENVMAP_TYPE_CUBE_UV";break}return t}function R0(s){let t="ENVMAP_MODE_REFLECTION";if(s.envMap)switch(s.envMapMode){case di:t="ENVMAP_MODE_REFRACTION";break}return t}function C0(s){let t="ENVMAP_BLENDING_NONE";if(s.envMap)switch(s.combine){case go:t="ENVMAP_BLENDING_MULTIPLY";break;case Ph:t="ENVMAP_BLENDING_MIX";break;case Lh:t="ENVMAP_BLENDING_ADD";break}return t}function I0(s){let t=s.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),112)),texelHeight:n,maxMip:e}}function P0(s,t,e,n){let i=s.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=T0(e),c=A0(e),h=R0(e),u=C0(e),d=I0(e),p=x0(e),g=y0(r),_=i.createProgram(),m,f,S=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(nr).join(`
`),m.length>0&&(m+=`
`),f=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(nr).join(`
`),f.length>0&&(f+=`
`)):(m=[Mu(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(nr).join(`
`),f=[Mu(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",d?"#define CUBEUV_TEXEL_WIDTH "+d.texelWidth:"",d?"#define CUBEUV_TEXEL_HEIGHT "+d.texelHeight:"",d?"#define CUBEUV_MAX_MIP "+d.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Tn?"#define TONE_MAPPING":"",e.toneMapping!==Tn?Nt.tonemapping_pars_fragment:"",e.toneMapping!==Tn?g0("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Nt.colorspace_pars_fragment,m0("linearToOutputTexel",e.outputColorSpace),_0(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(nr).join(`
`)),o=Jl(o),o=yu(o,e),o=vu(o,e),a=Jl(a),a=yu(a,e),a=vu(a,e),o=bu(o),a=bu(a),e.isRawShaderMaterial!==!0&&(S=`#version 300 es
`,m=[p,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,f=["#define varying in",e.glslVersion===Fl?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Fl?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+f);let M=S+m+o,y=S+f+a,A=gu(i,i.VERTEX_SHADER,M),T=gu(i,i.FRAGMENT_SHADER,y);i.attachShader(_,A),i.attachShader(_,T),e.index0AttributeName!==void 0?i.bindAttribLocation(_,0,e.index0AttributeName):e.morphTargets===!0&&i.bindAttribLocation(_,0,"position"),i.linkProgram(_);function C(R){if(s.debug.checkShaderErrors){let B=i.getProgramInfoLog(_)||"",H=i.getShaderInfoLog(A)||"",z=i.getShaderInfoLog(T)||"",j=B.trim(),X=H.trim(),nt=z.trim(),V=!0,at=!0;if(i.getProgramParameter(_,i.LINK_STATUS)===!1)if(V=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,_,A,T);else{let dt=xu(i,A,"vertex"),St=xu(i,T,"fragment");console.error("THREE.WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(_,i.VALIDATE_STATUS)+`

Material Name: `+R.name+`
Material Type: `+R.type+`

Program Info Log: `+j+`
`+dt+`
`+St)}else j!==""?console.warn("THREE.WebGLProgram: Program Info Log:",j):(X===""||nt==="")&&(at=!1);at&&(R.diagnostics={runnable:V,programLog:j,vertexShader:{log:X,prefix:m},fragmentShader:{log:nt,prefix:f}})}i.deleteShader(A),i.deleteShader(T),D=new ns(i,_),w=v0(i,_)}let D;this.getUniforms=function(){return D===void 0&&C(this),D};let w;this.getAttributes=function(){return w===void 0&&C(this),w};let b=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return b===!1&&(b=i.getProgramParameter(_,u0)),b},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=d0++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=A,this.fragmentShader=T,this}var L0=0,Kl=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,i=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(i)===!1&&(o.add(i),i.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Ql(t),e.set(t,n)),n}},Ql=class{constructor(t){this.id=L0++,this.code=t,this.usedTimes=0}};function D0(s,t,e,n,i,r,o){let a=new Hi,l=new Kl,c=new Set,h=[],u=i.logarithmicDepthBuffer,d=i.vertexTextures,p=i.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function _(w){return c.add(w),w===0?"uv":`uv${w}`}function m(w,b,R,B,H){let z=B.fog,j=H.geometry,X=w.isMeshStandardMaterial?B.environment:null,nt=(w.isMeshStandardMaterial?e:t).get(w.envMap||X),V=nt&&nt.mapping===$s?nt.image.height:null,at=g[w.type];w.precision!==null&&(p=i.getMaxPrecision(w.precision),p!==w.precision&&console.warn("THREE.WebGLProgram.getParameters:",w.precision,"not supported, using",p,"instead."));let dt=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,St=dt!==void 0?dt.length:0,zt=0;j.morphAttributes.position!==void 0&&(zt=1),j.morphAttributes.normal!==void 0&&(zt=2),j.morphAttributes.color!==void 0&&(zt=3);let le,ee,$,lt;if(at){let jt=mn[at];le=jt.vertexShader,ee=jt.fragmentShader}else le=w.vertexShader,ee=w.fragmentShader,l.update(w),$=l.getVertexShaderID(w),lt=l.getFragmentShaderID(w);let st=s.getRenderTarget(),Rt=s.state.buffers.depth.getReversed(),Ct=H.isInstancedMesh===!0,Dt=H.isBatchedMesh===!0,pe=!!w.map,Xt=!!w.matcap,I=!!nt,ie=!!w.aoMap,Tt=!!w.lightMap,$t=!!w.bumpMap,wt=!!w.normalMap,ce=!!w.displacementMap,mt=!!w.emissiveMap,Ht=!!w.metalnessMap,be=!!w.roughnessMap,me=w.anisotropy>0,E=w.clearcoat>0,x=w.dispersion>0,F=w.iridescence>0,Y=w.sheen>0,J=w.transmission>0,W=me&&!!w.anisotropyMap,Mt=E&&!!w.clearcoatMap,it=E&&!!w.clearcoatNormalMap,yt=E&&!!w.clearcoatRoughnessMap,vt=F&&!!w.iridescenceMap,tt=F&&!!w.iridescenceThicknessMap,ut=Y&&!!w.sheenColorMap,Pt=Y&&!!w.sheenRoughnessMap,bt=!!w.specularMap,ct=!!w.specularColorMap,Ot=!!w.specularIntensityMap,L=J&&!!w.transmissionMap,et=J&&!!w.thicknessMap,rt=!!w.gradientMap,pt=!!w.alphaMap,K=w.alphaTest>0,Z=!!w.alphaHash,xt=!!w.extensions,Ut=Tn;w.toneMapped&&(st===null||st.isXRRenderTarget===!0)&&(Ut=s.toneMapping);let se={shaderID:at,shaderType:w.type,shaderName:w.name,vertexShader:le,fragmentShader:ee,defines:w.defines,customVertexShaderID:$,customFragmentShaderID:lt,isRawShaderMaterial:w.isRawShaderMaterial===!0,glslVersion:w.glslVersion,precision:p,batching:Dt,batchingColor:Dt&&H._colorsTexture!==null,instancing:Ct,instancingColor:Ct&&H.instanceColor!==null,instancingMorph:Ct&&H.morphTexture!==null,supportsVertexTextures:d,outputColorSpace:st===null?s.outputColorSpace:st.isXRRenderTarget===!0?st.texture.colorSpace:ri,alphaToCoverage:!!w.alphaToCoverage,map:pe,matcap:Xt,envMap:I,envMapMode:I&&nt.mapping,envMapCubeUVHeight:V,aoMap:ie,lightMap:Tt,bumpMap:$t,normalMap:wt,displacementMap:d&&ce,emissiveMap:mt,normalMapObjectSpace:wt&&w.normalMapType===Wh,normalMapTangentSpace:wt&&w.normalMapType===Qo,metalnessMap:Ht,roughnessMap:be,anisotropy:me,anisotropyMap:W,clearcoat:E,clearcoatMap:Mt,clearcoatNormalMap:it,clearcoatRoughnessMap:yt,dispersion:x,iridescence:F,iridescenceMap:vt,iridescenceThicknessMap:tt,sheen:Y,sheenColorMap:ut,sheenRoughnessMap:Pt,specularMap:bt,specularColorMap:ct,specularIntensityMap:Ot,transmission:J,transmissionMap:L,thicknessMap:et,gradientMap:rt,opaque:w.transparent===!1&&w.blending===ni&&w.alphaToCoverage===!1,alphaMap:pt,alphaTest:K,alphaHash:Z,combine:w.combine,mapUv:pe&&_(w.map.channel),aoMapUv:ie&&_(w.aoMap.channel),lightMapUv:Tt&&_(w.lightMap.channel),bumpMapUv:$t&&_(w.bumpMap.channel),normalMapUv:wt&&_(w.normalMap.channel),displacementMapUv:ce&&_(w.displacementMap.channel),emissiveMapUv:mt&&_(w.emissiveMap.channel),metalnessMapUv:Ht&&_(w.metalnessMap.channel),roughnessMapUv:be&&_(w.roughnessMap.channel),anisotropyMapUv:W&&_(w.anisotropyMap.channel),clearcoatMapUv:Mt&&_(w.clearcoatMap.channel),clearcoatNormalMapUv:it&&_(w.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:yt&&_(w.clearcoatRoughnessMap.channel),iridescenceMapUv:vt&&_(w.iridescenceMap.channel),iridescenceThicknessMapUv:tt&&_(w.iridescenceThicknessMap.channel),sheenColorMapUv:ut&&_(w.sheenColorMap.channel),sheenRoughnessMapUv:Pt&&_(w.sheenRoughnessMap.channel),specularMapUv:bt&&_(w.specularMap.channel),specularColorMapUv:ct&&_(w.specularColorMap.channel),specularIntensityMapUv:Ot&&_(w.specularIntensityMap.channel),transmissionMapUv:L&&_(w.transmissionMap.channel),thicknessMapUv:et&&_(w.thicknessMap.channel),alphaMapUv:pt&&_(w.alphaMap.channel),vertexTangents:!!j.attributes.tangent&&(wt||me),vertexColors:w.vertexColors,vertexAlphas:w.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,pointsUvs:H.isPoints===!0&&!!j.attributes.uv&&(pe||pt),fog:!!z,useFog:w.fog===!0,fogExp2:!!z&&z.isFogExp2,flatShading:w.flatShading===!0&&w.wireframe===!1,sizeAttenuation:w.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Rt,skinning:H.isSkinnedMesh===!0,morphTargets:j.morphAttributes.position!==void 0,morphNormals:j.morphAttributes.normal!==void 0,morphColors:j.morphAttributes.color!==void 0,morphTargetsCount:St,morphTextureStride:zt,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:w.dithering,shadowMapEnabled:s.shadowMap.enabled&&R.length>0,shadowMapType:s.shadowMap.type,toneMapping:Ut,decodeVideoTexture:pe&&w.map.isVideoTexture===!0&&qt.getTransfer(w.map.colorSpace)===Jt,decodeVideoTextureEmissive:mt&&w.emissiveMap.isVideoTexture===!0&&qt.getTransfer(w.emissiveMap.colorSpace)===Jt,premultipliedAlpha:w.premultipliedAlpha,doubleSided:w.side===Oe,flipSided:w.side===De,useDepthPacking:w.depthPacking>=0,depthPacking:w.depthPacking||0,index0AttributeName:w.index0AttributeName,extensionClipCullDistance:xt&&w.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(xt&&w.extensions.multiDraw===!0||Dt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:w.customProgramCacheKey()};return se.vertexUv1s=c.has(1),se.vertexUv2s=c.has(2),se.vertexUv3s=c.has(3),c.clear(),se}function f(w){let b=[];if(w.shaderID?b.push(w.shaderID):(b.push(w.customVertexShaderID),b.push(w.customFragmentShaderID)),w.defines!==void 0)for(let R in w.defines)b.push(R),b.push(w.defines[R]);return w.isRawShaderMaterial===!1&&(S(b,w),M(b,w),b.push(s.outputColorSpace)),b.push(w.customProgramCacheKey),b.join()}function S(w,b){w.push(b.precision),w.push(b.outputColorSpace),w.push(b.envMapMode),w.push(b.envMapCubeUVHeight),w.push(b.mapUv),w.push(b.alphaMapUv),w.push(b.lightMapUv),w.push(b.aoMapUv),w.push(b.bumpMapUv),w.push(b.normalMapUv),w.push(b.displacementMapUv),w.push(b.emissiveMapUv),w.push(b.metalnessMapUv),w.push(b.roughnessMapUv),w.push(b.anisotropyMapUv),w.push(b.clearcoatMapUv),w.push(b.clearcoatNormalMapUv),w.push(b.clearcoatRoughnessMapUv),w.push(b.iridescenceMapUv),w.push(b.iridescenceThicknessMapUv),w.push(b.sheenColorMapUv),w.push(b.sheenRoughnessMapUv),w.push(b.specularMapUv),w.push(b.specularColorMapUv),w.push(b.specularIntensityMapUv),w.push(b.transmissionMapUv),w.push(b.thicknessMapUv),w.push(b.combine),w.push(b.fogExp2),w.push(b.sizeAttenuation),w.push(b.morphTargetsCount),w.push(b.morphAttributeCount),w.push(b.numDirLights),w.push(b.numPointLights),w.push(b.numSpotLights),w.push(b.numSpotLightMaps),w.push(b.numHemiLights),w.push(b.numRectAreaLights),w.push(b.numDirLightShadows),w.push(b.numPointLightShadows),w.push(b.numSpotLightShadows),w.push(b.numSpotLightShadowsWithMaps),w.push(b.numLightProbes),w.push(b.shadowMapType),w.push(b.toneMapping),w.push(b.numClippingPlanes),w.push(b.numClipIntersection),w.push(b.depthPacking)}function M(w,b){a.disableAll(),b.supportsVertexTextures&&a.enable(0),b.instancing&&a.enable(1),b.instancingColor&&a.enable(2),b.instancingMorph&&a.enable(3),b.matcap&&a.enable(4),b.envMap&&a.enable(5),b.normalMapObjectSpace&&a.enable(6),b.normalMapTangentSpace&&a.enable(7),b.clearcoat&&a.enable(8),b.iridescence&&a.enable(9),b.alphaTest&&a.enable(10),b.vertexColors&&a.enable(11),b.vertexAlphas&&a.enable(12),b.vertexUv1s&&a.enable(13),b.vertexUv2s&&a.enable(14),b.vertexUv3s&&a.enable(15),b.vertexTangents&&a.enable(16),b.anisotropy&&a.enable(17),b.alphaHash&&a.enable(18),b.batching&&a.enable(19),b.dispersion&&a.enable(20),b.batchingColor&&a.enable(21),b.gradientMap&&a.enable(22),w.push(a.mask),a.disableAll(),b.fog&&a.enable(0),b.useFog&&a.enable(1),b.flatShading&&a.enable(2),b.logarithmicDepthBuffer&&a.enable(3),b.reversedDepthBuffer&&a.enable(4),b.skinning&&a.enable(5),b.morphTargets&&a.enable(6),b.morphNormals&&a.enable(7),b.morphColors&&a.enable(8),b.premultipliedAlpha&&a.enable(9),b.shadowMapEnabled&&a.enable(10),b.doubleSided&&a.enable(11),b.flipSided&&a.enable(12),b.useDepthPacking&&a.enable(13),b.dithering&&a.enable(14),b.transmission&&a.enable(15),b.sheen&&a.enable(16),b.opaque&&a.enable(17),b.pointsUvs&&a.enable(18),b.decodeVideoTexture&&a.enable(19),b.decodeVideoTextureEmissive&&a.enable(20),b.alphaToCoverage&&a.enable(21),w.push(a.mask)}function y(w){let b=g[w.type],R;if(b){let B=mn[b];R=eu.clone(B.uniforms)}else R=w.uniforms;return R}function A(w,b){let R;for(let B=0,H=h.length;B<H;B++){let z=h[B];if(z.cacheKey===b){R=z,++R.usedTimes;break}}return R===void 0&&(R=new P0(s,b,w,r),h.push(R)),R}function T(w){if(--w.usedTimes===0){let b=h.indexOf(w);h[b]=h[h.length-1],h.pop(),w.destroy()}}function C(w){l.remove(w)}function D(){l.dispose()}return{getParameters:m,getProgramCacheKey:f,getUniforms:y,acquireProgram:A,releaseProgram:T,releaseShaderCache:C,programs:h,dispose:D}}function U0(){let s=new WeakMap;function t(o){return s.has(o)}function e(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:t,get:e,remove:n,update:i,dispose:r}}function N0(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.material.id!==t.material.id?s.material.id-t.material.id:s.z!==t.z?s.z-t.z:s.id-t.id}function wu(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.z!==t.z?t.z-s.z:s.id-t.id}function Su(){let s=[],t=0,e=[],n=[],i=[];function r(){t=0,e.length=0,n.length=0,i.length=0}function o(u,d,p,g,_,m){let f=s[t];return f===void 0?(f={id:u.id,object:u,geometry:d,material:p,groupOrder:g,renderOrder:u.renderOrder,z:_,group:m},s[t]=f):(f.id=u.id,f.object=u,f.geometry=d,f.material=p,f.groupOrder=g,f.renderOrder=u.renderOrder,f.z=_,f.group=m),t++,f}function a(u,d,p,g,_,m){let f=o(u,d,p,g,_,m);p.transmission>0?n.push(f):p.transparent===!0?i.push(f):e.push(f)}function l(u,d,p,g,_,m){let f=o(u,d,p,g,_,m);p.transmission>0?n.unshift(f):p.transparent===!0?i.unshift(f):e.unshift(f)}function c(u,d){e.length>1&&e.sort(u||N0),n.length>1&&n.sort(d||wu),i.length>1&&i.sort(d||wu)}function h(){for(let u=t,d=s.length;u<d;u++){let p=s[u];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:i,init:r,push:a,unshift:l,finish:h,sort:c}}function F0(){let s=new WeakMap;function t(n,i){let r=s.get(n),o;return r===void 0?(o=new Su,s.set(n,[o])):i>=r.length?(o=new Su,r.push(o)):o=r[i],o}function e(){s=new WeakMap}return{get:t,dispose:e}}function O0(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new P,color:new _t};break;case"SpotLight":e={position:new P,direction:new P,color:new _t,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new P,color:new _t,distance:0,decay:0};break;case"HemisphereLight":e={direction:new P,skyColor:new _t,groundColor:new _t};break;case"RectAreaLight":e={color:new _t,position:new P,halfWidth:new P,halfHeight:new P};break}return s[t.id]=e,e}}}function k0(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new kt,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[t.id]=e,e}}}var B0=0;function z0(s,t){return(t.castShadow?2:0)-(s.castShadow?2:0)+(t.map?1:0)-(s.map?1:0)}function H0(s){let t=new O0,e=k0(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new P);let i=new P,r=new Bt,o=new Bt;function a(c){let h=0,u=0,d=0;for(let w=0;w<9;w++)n.probe[w].set(0,0,0);let p=0,g=0,_=0,m=0,f=0,S=0,M=0,y=0,A=0,T=0,C=0;c.sort(z0);for(let w=0,b=c.length;w<b;w++){let R=c[w],B=R.color,H=R.intensity,z=R.distance,j=R.shadow&&R.shadow.map?R.shadow.map.texture:null;if(R.isAmbientLight)h+=B.r*H,u+=B.g*H,d+=B.b*H;else if(R.isLightProbe){for(let X=0;X<9;X++)n.probe[X].addScaledVector(R.sh.coefficients[X],H);C++}else if(R.isDirectionalLight){let X=t.get(R);if(X.color.copy(R.color).multiplyScalar(R.intensity),R.castShadow){let nt=R.shadow,V=e.get(R);V.shadowIntensity=nt.intensity,V.shadowBias=nt.bias,V.shadowNormalBias=nt.normalBias,V.shadowRadius=nt.radius,V.shadowMapSize=nt.mapSize,n.directionalShadow[p]=V,n.directionalShadowMap[p]=j,n.directionalShadowMatrix[p]=R.shadow.matrix,S++}n.directional[p]=X,p++}else if(R.isSpotLight){let X=t.get(R);X.position.setFromMatrixPosition(R.matrixWorld),X.color.copy(B).multiplyScalar(H),X.distance=z,X.coneCos=Math.cos(R.angle),X.penumbraCos=Math.cos(R.angle*(1-R.penumbra)),X.decay=R.decay,n.spot[_]=X;let nt=R.shadow;if(R.map&&(n.spotLightMap[A]=R.map,A++,nt.updateMatrices(R),R.castShadow&&T++),n.spotLightMatrix[_]=nt.matrix,R.castShadow){let V=e.get(R);V.shadowIntensity=nt.intensity,V.shadowBias=nt.bias,V.shadowNormalBias=nt.normalBias,V.shadowRadius=nt.radius,V.shadowMapSize=nt.mapSize,n.spotShadow[_]=V,n.spotShadowMap[_]=j,y++}_++}else if(R.isRectAreaLight){let X=t.get(R);X.color.copy(B).multiplyScalar(H),X.halfWidth.set(R.width*.5,0,0),X.halfHeight.set(0,R.height*.5,0),n.rectArea[m]=X,m++}else if(R.isPointLight){let X=t.get(R);if(X.color.copy(R.color).multiplyScalar(R.intensity),X.distance=R.distance,X.decay=R.decay,R.castShadow){let nt=R.shadow,V=e.get(R);V.shadowIntensity=nt.intensity,V.shadowBias=nt.bias,V.shadowNormalBias=nt.normalBias,V.shadowRadius=nt.radius,V.shadowMapSize=nt.mapSize,V.shadowCameraNear=nt.camera.near,V.shadowCameraFar=nt.camera.far,n.pointShadow[g]=V,n.pointShadowMap[g]=j,n.pointShadowMatrix[g]=R.shadow.matrix,M++}n.point[g]=X,g++}else if(R.isHemisphereLight){let X=t.get(R);X.skyColor.copy(R.color).multiplyScalar(H),X.groundColor.copy(R.groundColor).multiplyScalar(H),n.hemi[f]=X,f++}}m>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=ot.LTC_FLOAT_1,n.rectAreaLTC2=ot.LTC_FLOAT_2):(n.rectAreaLTC1=ot.LTC_HALF_1,n.rectAreaLTC2=ot.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.directionalLength!==p||D.pointLength!==g||D.spotLength!==_||D.rectAreaLength!==m||D.hemiLength!==f||D.numDirectionalShadows!==S||D.numPointShadows!==M||D.numSpotShadows!==y||D.numSpotMaps!==A||D.numLightProbes!==C)&&(n.directional.length=p,n.spot.length=_,n.rectArea.length=m,n.point.length=g,n.hemi.length=f,n.directionalShadow.length=S,n.directionalShadowMap.length=S,n.pointShadow.length=M,n.pointShadowMap.length=M,n.spotShadow.length=y,n.spotShadowMap.length=y,n.directionalShadowMatrix.length=S,n.pointShadowMatrix.length=M,n.spotLightMatrix.length=y+A-T,n.spotLightMap.length=A,n.numSpotLightShadowsWithMaps=T,n.numLightProbes=C,D.directionalLength=p,D.pointLength=g,D.spotLength=_,D.rectAreaLength=m,D.hemiLength=f,D.numDirectionalShadows=S,D.numPointShadows=M,D.numSpotShadows=y,D.numSpotMaps=A,D.numLightProbes=C,n.version=B0++)}function l(c,h){let u=0,d=0,p=0,g=0,_=0,m=h.matrixWorldInverse;for(let f=0,S=c.length;f<S;f++){let M=c[f];if(M.isDirectionalLight){let y=n.directional[u];y.direction.setFromMatrixPosition(M.matrixWorld),i.setFromMatrixPosition(M.target.matrixWorld),y.direction.sub(i),y.direction.transformDirection(m),u++}else if(M.isSpotLight){let y=n.spot[p];y.position.setFromMatrixPosition(M.matrixWorld),y.position.applyMatrix4(m),y.direction.setFromMatrixPosition(M.matrixWorld),i.setFromMatrixPosition(M.target.matrixWorld),y.direction.sub(i),y.direction.transformDirection(m),p++}else if(M.isRectAreaLight){let y=n.rectArea[g];y.position.setFromMatrixPosition(M.matrixWorld),y.position.applyMatrix4(m),o.identity(),r.copy(M.matrixWorld),r.premultiply(m),o.extractRotation(r),y.halfWidth.set(M.width*.5,0,0),y.halfHeight.set(0,M.height*.5,0),y.halfWidth.applyMatrix4(o),y.halfHeight.applyMatrix4(o),g++}else if(M.isPointLight){let y=n.point[d];y.position.setFromMatrixPosition(M.matrixWorld),y.position.applyMatrix4(m),d++}else if(M.isHemisphereLight){let y=n.hemi[_];y.direction.setFromMatrixPosition(M.matrixWorld),y.direction.transformDirection(m),_++}}}return{setup:a,setupView:l,state:n}}function Eu(s){let t=new H0(s),e=[],n=[];function i(h){c.camera=h,e.length=0,n.length=0}function r(h){e.push(h)}function o(h){n.push(h)}function a(){t.setup(e)}function l(h){t.setupView(e,h)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:i,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function V0(s){let t=new WeakMap;function e(i,r=0){let o=t.get(i),a;return o===void 0?(a=new Eu(s),t.set(i,[a])):r>=o.length?(a=new Eu(s),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var G0=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,W0=`uniform sampler2D shadow_pass;
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
}`;function X0(s,t,e){let n=new qi,i=new kt,r=new kt,o=new re,a=new jr({depthPacking:Gh}),l=new Jr,c={},h=e.maxTextureSize,u={[rn]:De,[De]:rn,[Oe]:Oe},d=new ln({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new kt},radius:{value:4}},vertexShader:G0,fragmentShader:W0}),p=d.clone();p.defines.HORIZONTAL_PASS=1;let g=new Zt;g.setAttribute("position",new Wt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Qt(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ys;let f=this.type;this.render=function(T,C,D){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;let w=s.getRenderTarget(),b=s.getActiveCubeFace(),R=s.getActiveMipmapLevel(),B=s.state;B.setBlending(En),B.buffers.depth.getReversed()?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let H=f!==pn&&this.type===pn,z=f===pn&&this.type!==pn;for(let j=0,X=T.length;j<X;j++){let nt=T[j],V=nt.shadow;if(V===void 0){console.warn("THREE.WebGLShadowMap:",nt,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;i.copy(V.mapSize);let at=V.getFrameExtents();if(i.multiply(at),r.copy(V.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/at.x),i.x=r.x*at.x,V.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/at.y),i.y=r.y*at.y,V.mapSize.y=r.y)),V.map===null||H===!0||z===!0){let St=this.type!==pn?{minFilter:Fe,magFilter:Fe}:{};V.map!==null&&V.map.dispose(),V.map=new un(i.x,i.y,St),V.map.texture.name=nt.name+".shadowMap",V.camera.updateProjectionMatrix()}s.setRenderTarget(V.map),s.clear();let dt=V.getViewportCount();for(let St=0;St<dt;St++){let zt=V.getViewport(St);o.set(r.x*zt.x,r.y*zt.y,r.x*zt.z,r.y*zt.w),B.viewport(o),V.updateMatrices(nt,St),n=V.getFrustum(),y(C,D,V.camera,nt,this.type)}V.isPointLightShadow!==!0&&this.type===pn&&S(V,D),V.needsUpdate=!1}f=this.type,m.needsUpdate=!1,s.setRenderTarget(w,b,R)};function S(T,C){let D=t.update(_);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,p.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,p.needsUpdate=!0),T.mapPass===null&&(T.mapPass=new un(i.x,i.y)),d.uniforms.shadow_pass.value=T.map.texture,d.uniforms.resolution.value=T.mapSize,d.uniforms.radius.value=T.radius,s.setRenderTarget(T.mapPass),s.clear(),s.renderBufferDirect(C,null,D,d,_,null),p.uniforms.shadow_pass.value=T.mapPass.texture,p.uniforms.resolution.value=T.mapSize,p.uniforms.radius.value=T.radius,s.setRenderTarget(T.map),s.clear(),s.renderBufferDirect(C,null,D,p,_,null)}function M(T,C,D,w){let b=null,R=D.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(R!==void 0)b=R;else if(b=D.isPointLight===!0?l:a,s.localClippingEnabled&&C.clipShadows===!0&&Array.isArray(C.clippingPlanes)&&C.clippingPlanes.length!==0||C.displacementMap&&C.displacementScale!==0||C.alphaMap&&C.alphaTest>0||C.map&&C.alphaTest>0||C.alphaToCoverage===!0){let B=b.uuid,H=C.uuid,z=c[B];z===void 0&&(z={},c[B]=z);let j=z[H];j===void 0&&(j=b.clone(),z[H]=j,C.addEventListener("dispose",A)),b=j}if(b.visible=C.visible,b.wireframe=C.wireframe,w===pn?b.side=C.shadowSide!==null?C.shadowSide:C.side:b.side=C.shadowSide!==null?C.shadowSide:u[C.side],b.alphaMap=C.alphaMap,b.alphaTest=C.alphaToCoverage===!0?.5:C.alphaTest,b.map=C.map,b.clipShadows=C.clipShadows,b.clippingPlanes=C.clippingPlanes,b.clipIntersection=C.clipIntersection,b.displacementMap=C.displacementMap,b.displacementScale=C.displacementScale,b.displacementBias=C.displacementBias,b.wireframeLinewidth=C.wireframeLinewidth,b.linewidth=C.linewidth,D.isPointLight===!0&&b.isMeshDistanceMaterial===!0){let B=s.properties.get(b);B.light=D}return b}function y(T,C,D,w,b){if(T.visible===!1)return;if(T.layers.test(C.layers)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&b===pn)&&(!T.frustumCulled||n.intersectsObject(T))){T.modelViewMatrix.multiplyMatrices(D.matrixWorldInverse,T.matrixWorld);let H=t.update(T),z=T.material;if(Array.isArray(z)){let j=H.groups;for(let X=0,nt=j.length;X<nt;X++){let V=j[X],at=z[V.materialIndex];if(at&&at.visible){let dt=M(T,at,w,b);T.onBeforeShadow(s,T,C,D,H,dt,V),s.renderBufferDirect(D,null,H,dt,T,V),T.onAfterShadow(s,T,C,D,H,dt,V)}}}else if(z.visible){let j=M(T,z,w,b);T.onBeforeShadow(s,T,C,D,H,j,null),s.renderBufferDirect(D,null,H,j,T,null),T.onAfterShadow(s,T,C,D,H,j,null)}}let B=T.children;for(let H=0,z=B.length;H<z;H++)y(B[H],C,D,w,b)}function A(T){T.target.removeEventListener("dispose",A);for(let D in c){let w=c[D],b=T.target.uuid;b in w&&(w[b].dispose(),delete w[b])}}}var q0={[lo]:co,[ho]:po,[uo]:mo,[ii]:fo,[co]:lo,[po]:ho,[mo]:uo,[fo]:ii};function Y0(s,t){function e(){let L=!1,et=new re,rt=null,pt=new re(0,0,0,0);return{setMask:function(K){rt!==K&&!L&&(s.colorMask(K,K,K,K),rt=K)},setLocked:function(K){L=K},setClear:function(K,Z,xt,Ut,se){se===!0&&(K*=Ut,Z*=Ut,xt*=Ut),et.set(K,Z,xt,Ut),pt.equals(et)===!1&&(s.clearColor(K,Z,xt,Ut),pt.copy(et))},reset:function(){L=!1,rt=null,pt.set(-1,0,0,0)}}}function n(){let L=!1,et=!1,rt=null,pt=null,K=null;return{setReversed:function(Z){if(et!==Z){let xt=t.get("EXT_clip_control");Z?xt.clipControlEXT(xt.LOWER_LEFT_EXT,xt.ZERO_TO_ONE_EXT):xt.clipControlEXT(xt.LOWER_LEFT_EXT,xt.NEGATIVE_ONE_TO_ONE_EXT),et=Z;let Ut=K;K=null,this.setClear(Ut)}},getReversed:function(){return et},setTest:function(Z){Z?st(s.DEPTH_TEST):Rt(s.DEPTH_TEST)},setMask:function(Z){rt!==Z&&!L&&(s.depthMask(Z),rt=Z)},setFunc:function(Z){if(et&&(Z=q0[Z]),pt!==Z){switch(Z){case lo:s.depthFunc(s.NEVER);break;case co:s.depthFunc(s.ALWAYS);break;case ho:s.depthFunc(s.LESS);break;case ii:s.depthFunc(s.LEQUAL);break;case uo:s.depthFunc(s.EQUAL);break;case fo:s.depthFunc(s.GEQUAL);break;case po:s.depthFunc(s.GREATER);break;case mo:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}pt=Z}},setLocked:function(Z){L=Z},setClear:function(Z){K!==Z&&(et&&(Z=1-Z),s.clearDepth(Z),K=Z)},reset:function(){L=!1,rt=null,pt=null,K=null,et=!1}}}function i(){let L=!1,et=null,rt=null,pt=null,K=null,Z=null,xt=null,Ut=null,se=null;return{setTest:function(jt){L||(jt?st(s.STENCIL_TEST):Rt(s.STENCIL_TEST))},setMask:function(jt){et!==jt&&!L&&(s.stencilMask(jt),et=jt)},setFunc:function(jt,gn,hn){(rt!==jt||pt!==gn||K!==hn)&&(s.stencilFunc(jt,gn,hn),rt=jt,pt=gn,K=hn)},setOp:function(jt,gn,hn){(Z!==jt||xt!==gn||Ut!==hn)&&(s.stencilOp(jt,gn,hn),Z=jt,xt=gn,Ut=hn)},setLocked:function(jt){L=jt},setClear:function(jt){se!==jt&&(s.clearStencil(jt),se=jt)},reset:function(){L=!1,et=null,rt=null,pt=null,K=null,Z=null,xt=null,Ut=null,se=null}}}let r=new e,o=new n,a=new i,l=new WeakMap,c=new WeakMap,h={},u={},d=new WeakMap,p=[],g=null,_=!1,m=null,f=null,S=null,M=null,y=null,A=null,T=null,C=new _t(0,0,0),D=0,w=!1,b=null,R=null,B=null,H=null,z=null,j=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),X=!1,nt=0,V=s.getParameter(s.VERSION);V.indexOf("WebGL")!==-1?(nt=parseFloat(/^WebGL (\d)/.exec(V)[1]),X=nt>=1):V.indexOf("OpenGL ES")!==-1&&(nt=parseFloat(/^OpenGL ES (\d)/.exec(V)[1]),X=nt>=2);let at=null,dt={},St=s.getParameter(s.SCISSOR_BOX),zt=s.getParameter(s.VIEWPORT),le=new re().fromArray(St),ee=new re().fromArray(zt);function $(L,et,rt,pt){let K=new Uint8Array(4),Z=s.createTexture();s.bindTexture(L,Z),s.texParameteri(L,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(L,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let xt=0;xt<rt;xt++)L===s.TEXTURE_3D||L===s.TEXTURE_2D_ARRAY?s.texImage3D(et,0,s.RGBA,1,1,pt,0,s.RGBA,s.UNSIGNED_BYTE,K):s.texImage2D(et+xt,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,K);return Z}let lt={};lt[s.TEXTURE_2D]=$(s.TEXTURE_2D,s.TEXTURE_2D,1),lt[s.TEXTURE_CUBE_MAP]=$(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),lt[s.TEXTURE_2D_ARRAY]=$(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),lt[s.TEXTURE_3D]=$(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),st(s.DEPTH_TEST),o.setFunc(ii),$t(!1),wt(wl),st(s.CULL_FACE),ie(En);function st(L){h[L]!==!0&&(s.enable(L),h[L]=!0)}function Rt(L){h[L]!==!1&&(s.disable(L),h[L]=!1)}function Ct(L,et){return u[L]!==et?(s.bindFramebuffer(L,et),u[L]=et,L===s.DRAW_FRAMEBUFFER&&(u[s.FRAMEBUFFER]=et),L===s.FRAMEBUFFER&&(u[s.DRAW_FRAMEBUFFER]=et),!0):!1}function Dt(L,et){let rt=p,pt=!1;if(L){rt=d.get(et),rt===void 0&&(rt=[],d.set(et,rt));let K=L.textures;if(rt.length!==K.length||rt[0]!==s.COLOR_ATTACHMENT0){for(let Z=0,xt=K.length;Z<xt;Z++)rt[Z]=s.COLOR_ATTACHMENT0+Z;rt.length=K.length,pt=!0}}else rt[0]!==s.BACK&&(rt[0]=s.BACK,pt=!0);pt&&s.drawBuffers(rt)}function pe(L){return g!==L?(s.useProgram(L),g=L,!0):!1}let Xt={[On]:s.FUNC_ADD,[ph]:s.FUNC_SUBTRACT,[mh]:s.FUNC_REVERSE_SUBTRACT};Xt[gh]=s.MIN,Xt[_h]=s.MAX;let I={[xh]:s.ZERO,[yh]:s.ONE,[vh]:s.SRC_COLOR,[Or]:s.SRC_ALPHA,[Th]:s.SRC_ALPHA_SATURATE,[Sh]:s.DST_COLOR,[Mh]:s.DST_ALPHA,[bh]:s.ONE_MINUS_SRC_COLOR,[kr]:s.ONE_MINUS_SRC_ALPHA,[Eh]:s.ONE_MINUS_DST_COLOR,[wh]:s.ONE_MINUS_DST_ALPHA,[Ah]:s.CONSTANT_COLOR,[Rh]:s.ONE_MINUS_CONSTANT_COLOR,[Ch]:s.CONSTANT_ALPHA,[Ih]:s.ONE_MINUS_CONSTANT_ALPHA};function ie(L,et,rt,pt,K,Z,xt,Ut,se,jt){if(L===En){_===!0&&(Rt(s.BLEND),_=!1);return}if(_===!1&&(st(s.BLEND),_=!0),L!==fh){if(L!==m||jt!==w){if((f!==On||y!==On)&&(s.blendEquation(s.FUNC_ADD),f=On,y=On),jt)switch(L){case ni:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Sl:s.blendFunc(s.ONE,s.ONE);break;case El:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case Tl:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:console.error("THREE.WebGLState: Invalid blending: ",L);break}else switch(L){case ni:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Sl:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case El:console.error("THREE.WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Tl:console.error("THREE.WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:console.error("THREE.WebGLState: Invalid blending: ",L);break}S=null,M=null,A=null,T=null,C.set(0,0,0),D=0,m=L,w=jt}return}K=K||et,Z=Z||rt,xt=xt||pt,(et!==f||K!==y)&&(s.blendEquationSeparate(Xt[et],Xt[K]),f=et,y=K),(rt!==S||pt!==M||Z!==A||xt!==T)&&(s.blendFuncSeparate(I[rt],I[pt],I[Z],I[xt]),S=rt,M=pt,A=Z,T=xt),(Ut.equals(C)===!1||se!==D)&&(s.blendColor(Ut.r,Ut.g,Ut.b,se),C.copy(Ut),D=se),m=L,w=!1}function Tt(L,et){L.side===Oe?Rt(s.CULL_FACE):st(s.CULL_FACE);let rt=L.side===De;et&&(rt=!rt),$t(rt),L.blending===ni&&L.transparent===!1?ie(En):ie(L.blending,L.blendEquation,L.blendSrc,L.blendDst,L.blendEquationAlpha,L.blendSrcAlpha,L.blendDstAlpha,L.blendColor,L.blendAlpha,L.premultipliedAlpha),o.setFunc(L.depthFunc),o.setTest(L.depthTest),o.setMask(L.depthWrite),r.setMask(L.colorWrite);let pt=L.stencilWrite;a.setTest(pt),pt&&(a.setMask(L.stencilWriteMask),a.setFunc(L.stencilFunc,L.stencilRef,L.stencilFuncMask),a.setOp(L.stencilFail,L.stencilZFail,L.stencilZPass)),mt(L.polygonOffset,L.polygonOffsetFactor,L.polygonOffsetUnits),L.alphaToCoverage===!0?st(s.SAMPLE_ALPHA_TO_COVERAGE):Rt(s.SAMPLE_ALPHA_TO_COVERAGE)}function $t(L){b!==L&&(L?s.frontFace(s.CW):s.frontFace(s.CCW),b=L)}function wt(L){L!==hh?(st(s.CULL_FACE),L!==R&&(L===wl?s.cullFace(s.BACK):L===uh?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Rt(s.CULL_FACE),R=L}function ce(L){L!==B&&(X&&s.lineWidth(L),B=L)}function mt(L,et,rt){L?(st(s.POLYGON_OFFSET_FILL),(H!==et||z!==rt)&&(s.polygonOffset(et,rt),H=et,z=rt)):Rt(s.POLYGON_OFFSET_FILL)}function Ht(L){L?st(s.SCISSOR_TEST):Rt(s.SCISSOR_TEST)}function be(L){L===void 0&&(L=s.TEXTURE0+j-1),at!==L&&(s.activeTexture(L),at=L)}function me(L,et,rt){rt===void 0&&(at===null?rt=s.TEXTURE0+j-1:rt=at);let pt=dt[rt];pt===void 0&&(pt={type:void 0,texture:void 0},dt[rt]=pt),(pt.type!==L||pt.texture!==et)&&(at!==rt&&(s.activeTexture(rt),at=rt),s.bindTexture(L,et||lt[L]),pt.type=L,pt.texture=et)}function E(){let L=dt[at];L!==void 0&&L.type!==void 0&&(s.bindTexture(L.type,null),L.type=void 0,L.texture=void 0)}function x(){try{s.compressedTexImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function F(){try{s.compressedTexImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function Y(){try{s.texSubImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function J(){try{s.texSubImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function W(){try{s.compressedTexSubImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function Mt(){try{s.compressedTexSubImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function it(){try{s.texStorage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function yt(){try{s.texStorage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function vt(){try{s.texImage2D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function tt(){try{s.texImage3D(...arguments)}catch(L){console.error("THREE.WebGLState:",L)}}function ut(L){le.equals(L)===!1&&(s.scissor(L.x,L.y,L.z,L.w),le.copy(L))}function Pt(L){ee.equals(L)===!1&&(s.viewport(L.x,L.y,L.z,L.w),ee.copy(L))}function bt(L,et){let rt=c.get(et);rt===void 0&&(rt=new WeakMap,c.set(et,rt));let pt=rt.get(L);pt===void 0&&(pt=s.getUniformBlockIndex(et,L.name),rt.set(L,pt))}function ct(L,et){let pt=c.get(et).get(L);l.get(et)!==pt&&(s.uniformBlockBinding(et,pt,L.__bindingPointIndex),l.set(et,pt))}function Ot(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),h={},at=null,dt={},u={},d=new WeakMap,p=[],g=null,_=!1,m=null,f=null,S=null,M=null,y=null,A=null,T=null,C=new _t(0,0,0),D=0,w=!1,b=null,R=null,B=null,H=null,z=null,le.set(0,0,s.canvas.width,s.canvas.height),ee.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:st,disable:Rt,bindFramebuffer:Ct,drawBuffers:Dt,useProgram:pe,setBlending:ie,setMaterial:Tt,setFlipSided:$t,setCullFace:wt,setLineWidth:ce,setPolygonOffset:mt,setScissorTest:Ht,activeTexture:be,bindTexture:me,unbindTexture:E,compressedTexImage2D:x,compressedTexImage3D:F,texImage2D:vt,texImage3D:tt,updateUBOMapping:bt,uniformBlockBinding:ct,texStorage2D:it,texStorage3D:yt,texSubImage2D:Y,texSubImage3D:J,compressedTexSubImage2D:W,compressedTexSubImage3D:Mt,scissor:ut,viewport:Pt,reset:Ot}}function $0(s,t,e,n,i,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new kt,h=new WeakMap,u,d=new WeakMap,p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(E,x){return p?new OffscreenCanvas(E,x):Es("canvas")}function _(E,x,F){let Y=1,J=me(E);if((J.width>F||J.height>F)&&(Y=F/Math.max(J.width,J.height)),Y<1)if(typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&E instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&E instanceof ImageBitmap||typeof VideoFrame<"u"&&E instanceof VideoFrame){let W=Math.floor(Y*J.width),Mt=Math.floor(Y*J.height);u===void 0&&(u=g(W,Mt));let it=x?g(W,Mt):u;return it.width=W,it.height=Mt,it.getContext("2d").drawImage(E,0,0,W,Mt),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+J.width+"x"+J.height+") to ("+W+"x"+Mt+")."),it}else return"data"in E&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+J.width+"x"+J.height+")."),E;return E}function m(E){return E.generateMipmaps}function f(E){s.generateMipmap(E)}function S(E){return E.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:E.isWebGL3DRenderTarget?s.TEXTURE_3D:E.isWebGLArrayRenderTarget||E.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function M(E,x,F,Y,J=!1){if(E!==null){if(s[E]!==void 0)return s[E];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+E+"'")}let W=x;if(x===s.RED&&(F===s.FLOAT&&(W=s.R32F),F===s.HALF_FLOAT&&(W=s.R16F),F===s.UNSIGNED_BYTE&&(W=s.R8)),x===s.RED_INTEGER&&(F===s.UNSIGNED_BYTE&&(W=s.R8UI),F===s.UNSIGNED_SHORT&&(W=s.R16UI),F===s.UNSIGNED_INT&&(W=s.R32UI),F===s.BYTE&&(W=s.R8I),F===s.SHORT&&(W=s.R16I),F===s.INT&&(W=s.R32I)),x===s.RG&&(F===s.FLOAT&&(W=s.RG32F),F===s.HALF_FLOAT&&(W=s.RG16F),F===s.UNSIGNED_BYTE&&(W=s.RG8)),x===s.RG_INTEGER&&(F===s.UNSIGNED_BYTE&&(W=s.RG8UI),F===s.UNSIGNED_SHORT&&(W=s.RG16UI),F===s.UNSIGNED_INT&&(W=s.RG32UI),F===s.BYTE&&(W=s.RG8I),F===s.SHORT&&(W=s.RG16I),F===s.INT&&(W=s.RG32I)),x===s.RGB_INTEGER&&(F===s.UNSIGNED_BYTE&&(W=s.RGB8UI),F===s.UNSIGNED_SHORT&&(W=s.RGB16UI),F===s.UNSIGNED_INT&&(W=s.RGB32UI),F===s.BYTE&&(W=s.RGB8I),F===s.SHORT&&(W=s.RGB16I),F===s.INT&&(W=s.RGB32I)),x===s.RGBA_INTEGER&&(F===s.UNSIGNED_BYTE&&(W=s.RGBA8UI),F===s.UNSIGNED_SHORT&&(W=s.RGBA16UI),F===s.UNSIGNED_INT&&(W=s.RGBA32UI),F===s.BYTE&&(W=s.RGBA8I),F===s.SHORT&&(W=s.RGBA16I),F===s.INT&&(W=s.RGBA32I)),x===s.RGB&&F===s.UNSIGNED_INT_5_9_9_9_REV&&(W=s.RGB9_E5),x===s.RGBA){let Mt=J?ws:qt.getTransfer(Y);F===s.FLOAT&&(W=s.RGBA32F),F===s.HALF_FLOAT&&(W=s.RGBA16F),F===s.UNSIGNED_BYTE&&(W=Mt===Jt?s.SRGB8_ALPHA8:s.RGBA8),F===s.UNSIGNED_SHORT_4_4_4_4&&(W=s.RGBA4),F===s.UNSIGNED_SHORT_5_5_5_1&&(W=s.RGB5_A1)}return(W===s.R16F||W===s.R32F||W===s.RG16F||W===s.RG32F||W===s.RGBA16F||W===s.RGBA32F)&&t.get("EXT_color_buffer_float"),W}function y(E,x){let F;return E?x===null||x===Vn||x===Ji?F=s.DEPTH24_STENCIL8:x===Ke?F=s.DEPTH32F_STENCIL8:x===Zi&&(F=s.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Vn||x===Ji?F=s.DEPTH_COMPONENT24:x===Ke?F=s.DEPTH_COMPONENT32F:x===Zi&&(F=s.DEPTH_COMPONENT16),F}function A(E,x){return m(E)===!0||E.isFramebufferTexture&&E.minFilter!==Fe&&E.minFilter!==on?Math.log2(Math.max(x.width,x.height))+1:E.mipmaps!==void 0&&E.mipmaps.length>0?E.mipmaps.length:E.isCompressedTexture&&Array.isArray(E.image)?x.mipmaps.length:1}function T(E){let x=E.target;x.removeEventListener("dispose",T),D(x),x.isVideoTexture&&h.delete(x)}function C(E){let x=E.target;x.removeEventListener("dispose",C),b(x)}function D(E){let x=n.get(E);if(x.__webglInit===void 0)return;let F=E.source,Y=d.get(F);if(Y){let J=Y[x.__cacheKey];J.usedTimes--,J.usedTimes===0&&w(E),Object.keys(Y).length===0&&d.delete(F)}n.remove(E)}function w(E){let x=n.get(E);s.deleteTexture(x.__webglTexture);let F=E.source,Y=d.get(F);delete Y[x.__cacheKey],o.memory.textures--}function b(E){let x=n.get(E);if(E.depthTexture&&(E.depthTexture.dispose(),n.remove(E.depthTexture)),E.isWebGLCubeRenderTarget)for(let Y=0;Y<6;Y++){if(Array.isArray(x.__webglFramebuffer[Y]))for(let J=0;J<x.__webglFramebuffer[Y].length;J++)s.deleteFramebuffer(x.__webglFramebuffer[Y][J]);else s.deleteFramebuffer(x.__webglFramebuffer[Y]);x.__webglDepthbuffer&&s.deleteRenderbuffer(x.__webglDepthbuffer[Y])}else{if(Array.isArray(x.__webglFramebuffer))for(let Y=0;Y<x.__webglFramebuffer.length;Y++)s.deleteFramebuffer(x.__webglFramebuffer[Y]);else s.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&s.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&s.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let Y=0;Y<x.__webglColorRenderbuffer.length;Y++)x.__webglColorRenderbuffer[Y]&&s.deleteRenderbuffer(x.__webglColorRenderbuffer[Y]);x.__webglDepthRenderbuffer&&s.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let F=E.textures;for(let Y=0,J=F.length;Y<J;Y++){let W=n.get(F[Y]);W.__webglTexture&&(s.deleteTexture(W.__webglTexture),o.memory.textures--),n.remove(F[Y])}n.remove(E)}let R=0;function B(){R=0}function H(){let E=R;return E>=i.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+E+" texture units while this GPU supports only "+i.maxTextures),R+=1,E}function z(E){let x=[];return x.push(E.wrapS),x.push(E.wrapT),x.push(E.wrapR||0),x.push(E.magFilter),x.push(E.minFilter),x.push(E.anisotropy),x.push(E.internalFormat),x.push(E.format),x.push(E.type),x.push(E.generateMipmaps),x.push(E.premultiplyAlpha),x.push(E.flipY),x.push(E.unpackAlignment),x.push(E.colorSpace),x.join()}function j(E,x){let F=n.get(E);if(E.isVideoTexture&&Ht(E),E.isRenderTargetTexture===!1&&E.isExternalTexture!==!0&&E.version>0&&F.__version!==E.version){let Y=E.image;if(Y===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(Y.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{lt(F,E,x);return}}else E.isExternalTexture&&(F.__webglTexture=E.sourceTexture?E.sourceTexture:null);e.bindTexture(s.TEXTURE_2D,F.__webglTexture,s.TEXTURE0+x)}function X(E,x){let F=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&F.__version!==E.version){lt(F,E,x);return}e.bindTexture(s.TEXTURE_2D_ARRAY,F.__webglTexture,s.TEXTURE0+x)}function nt(E,x){let F=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&F.__version!==E.version){lt(F,E,x);return}e.bindTexture(s.TEXTURE_3D,F.__webglTexture,s.TEXTURE0+x)}function V(E,x){let F=n.get(E);if(E.version>0&&F.__version!==E.version){st(F,E,x);return}e.bindTexture(s.TEXTURE_CUBE_MAP,F.__webglTexture,s.TEXTURE0+x)}let at={[si]:s.REPEAT,[Fn]:s.CLAMP_TO_EDGE,[Br]:s.MIRRORED_REPEAT},dt={[Fe]:s.NEAREST,[Hh]:s.NEAREST_MIPMAP_NEAREST,[Zs]:s.NEAREST_MIPMAP_LINEAR,[on]:s.LINEAR,[yo]:s.LINEAR_MIPMAP_NEAREST,[Hn]:s.LINEAR_MIPMAP_LINEAR},St={[Xh]:s.NEVER,[Jh]:s.ALWAYS,[qh]:s.LESS,[Nl]:s.LEQUAL,[Yh]:s.EQUAL,[jh]:s.GEQUAL,[$h]:s.GREATER,[Zh]:s.NOTEQUAL};function zt(E,x){if(x.type===Ke&&t.has("OES_texture_float_linear")===!1&&(x.magFilter===on||x.magFilter===yo||x.magFilter===Zs||x.magFilter===Hn||x.minFilter===on||x.minFilter===yo||x.minFilter===Zs||x.minFilter===Hn)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(E,s.TEXTURE_WRAP_S,at[x.wrapS]),s.texParameteri(E,s.TEXTURE_WRAP_T,at[x.wrapT]),(E===s.TEXTURE_3D||E===s.TEXTURE_2D_ARRAY)&&s.texParameteri(E,s.TEXTURE_WRAP_R,at[x.wrapR]),s.texParameteri(E,s.TEXTURE_MAG_FILTER,dt[x.magFilter]),s.texParameteri(E,s.TEXTURE_MIN_FILTER,dt[x.minFilter]),x.compareFunction&&(s.texParameteri(E,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(E,s.TEXTURE_COMPARE_FUNC,St[x.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===Fe||x.minFilter!==Zs&&x.minFilter!==Hn||x.type===Ke&&t.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||n.get(x).__currentAnisotropy){let F=t.get("EXT_texture_filter_anisotropic");s.texParameterf(E,F.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,i.getMaxAnisotropy())),n.get(x).__currentAnisotropy=x.anisotropy}}}function le(E,x){let F=!1;E.__webglInit===void 0&&(E.__webglInit=!0,x.addEventListener("dispose",T));let Y=x.source,J=d.get(Y);J===void 0&&(J={},d.set(Y,J));let W=z(x);if(W!==E.__cacheKey){J[W]===void 0&&(J[W]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,F=!0),J[W].usedTimes++;let Mt=J[E.__cacheKey];Mt!==void 0&&(J[E.__cacheKey].usedTimes--,Mt.usedTimes===0&&w(x)),E.__cacheKey=W,E.__webglTexture=J[W].texture}return F}function ee(E,x,F){return Math.floor(Math.floor(E/F)/x)}function $(E,x,F,Y){let W=E.updateRanges;if(W.length===0)e.texSubImage2D(s.TEXTURE_2D,0,0,0,x.width,x.height,F,Y,x.data);else{W.sort((tt,ut)=>tt.start-ut.start);let Mt=0;for(let tt=1;tt<W.length;tt++){let ut=W[Mt],Pt=W[tt],bt=ut.start+ut.count,ct=ee(Pt.start,x.width,4),Ot=ee(ut.start,x.width,4);Pt.start<=bt+1&&ct===Ot&&ee(Pt.start+Pt.count-1,x.width,4)===ct?ut.count=Math.max(ut.count,Pt.start+Pt.count-ut.start):(++Mt,W[Mt]=Pt)}W.length=Mt+1;let it=s.getParameter(s.UNPACK_ROW_LENGTH),yt=s.getParameter(s.UNPACK_SKIP_PIXELS),vt=s.getParameter(s.UNPACK_SKIP_ROWS);s.pixelStorei(s.UNPACK_ROW_LENGTH,x.width);for(let tt=0,ut=W.length;tt<ut;tt++){let Pt=W[tt],bt=Math.floor(Pt.start/4),ct=Math.ceil(Pt.count/4),Ot=bt%x.width,L=Math.floor(bt/x.width),et=ct,rt=1;s.pixelStorei(s.UNPACK_SKIP_PIXELS,Ot),s.pixelStorei(s.UNPACK_SKIP_ROWS,L),e.texSubImage2D(s.TEXTURE_2D,0,Ot,L,et,rt,F,Y,x.data)}E.clearUpdateRanges(),s.pixelStorei(s.UNPACK_ROW_LENGTH,it),s.pixelStorei(s.UNPACK_SKIP_PIXELS,yt),s.pixelStorei(s.UNPACK_SKIP_ROWS,vt)}}function lt(E,x,F){let Y=s.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(Y=s.TEXTURE_2D_ARRAY),x.isData3DTexture&&(Y=s.TEXTURE_3D);let J=le(E,x),W=x.source;e.bindTexture(Y,E.__webglTexture,s.TEXTURE0+F);let Mt=n.get(W);if(W.version!==Mt.__version||J===!0){e.activeTexture(s.TEXTURE0+F);let it=qt.getPrimaries(qt.workingColorSpace),yt=x.colorSpace===An?null:qt.getPrimaries(x.colorSpace),vt=x.colorSpace===An||it===yt?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,x.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,x.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,vt);let tt=_(x.image,!1,i.maxTextureSize);tt=be(x,tt);let ut=r.convert(x.format,x.colorSpace),Pt=r.convert(x.type),bt=M(x.internalFormat,ut,Pt,x.colorSpace,x.isVideoTexture);zt(Y,x);let ct,Ot=x.mipmaps,L=x.isVideoTexture!==!0,et=Mt.__version===void 0||J===!0,rt=W.dataReady,pt=A(x,tt);if(x.isDepthTexture)bt=y(x.format===Ki,x.type),et&&(L?e.texStorage2D(s.TEXTURE_2D,1,bt,tt.width,tt.height):e.texImage2D(s.TEXTURE_2D,0,bt,tt.width,tt.height,0,ut,Pt,null));else if(x.isDataTexture)if(Ot.length>0){L&&et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,Ot[0].width,Ot[0].height);for(let K=0,Z=Ot.length;K<Z;K++)ct=Ot[K],L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,Pt,ct.data):e.texImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ut,Pt,ct.data);x.generateMipmaps=!1}else L?(et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,tt.width,tt.height),rt&&$(x,tt,ut,Pt)):e.texImage2D(s.TEXTURE_2D,0,bt,tt.width,tt.height,0,ut,Pt,tt.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){L&&et&&e.texStorage3D(s.TEXTURE_2D_ARRAY,pt,bt,Ot[0].width,Ot[0].height,tt.depth);for(let K=0,Z=Ot.length;K<Z;K++)if(ct=Ot[K],x.format!==We)if(ut!==null)if(L){if(rt)if(x.layerUpdates.size>0){let xt=Hl(ct.width,ct.height,x.format,x.type);for(let Ut of x.layerUpdates){let se=ct.data.subarray(Ut*xt/ct.data.BYTES_PER_ELEMENT,(Ut+1)*xt/ct.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,Ut,ct.width,ct.height,1,ut,se)}x.clearLayerUpdates()}else e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,0,ct.width,ct.height,tt.depth,ut,ct.data)}else e.compressedTexImage3D(s.TEXTURE_2D_ARRAY,K,bt,ct.width,ct.height,tt.depth,0,ct.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else L?rt&&e.texSubImage3D(s.TEXTURE_2D_ARRAY,K,0,0,0,ct.width,ct.height,tt.depth,ut,Pt,ct.data):e.texImage3D(s.TEXTURE_2D_ARRAY,K,bt,ct.width,ct.height,tt.depth,0,ut,Pt,ct.data)}else{L&&et&&e.texStorage2D(s.TEXTURE_2D,pt,bt,Ot[0].width,Ot[0].height);for(let K=0,Z=Ot.length;K<Z;K++)ct=Ot[K],x.format!==We?ut!==null?L?rt&&e.compressedTexSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,ct.data):e.compressedTexImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ct.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ct.width,ct.height,ut,Pt,ct.data):e.texImage2D(s.TEXTURE_2D,K,bt,ct.width,ct.height,0,ut,Pt,ct.data)}else if(x.isDataArrayTexture)if(L){if(et&&e.texStorage3D(s.TEXTURE_2D_ARRAY,pt,bt,tt.width,tt.height,tt.depth),rt)if(x.layerUpdates.size>0){let K=Hl(tt.width,tt.height,x.format,x.type);for(let Z of x.layerUpdates){let xt=tt.data.subarray(Z*K/tt.data.BYTES_PER_ELEMENT,(Z+1)*K/tt.data.BYTES_PER_ELEMENT);e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Z,tt.width,tt.height,1,ut,Pt,xt)}x.clearLayerUpdates()}else e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,tt.width,tt.height,tt.depth,ut,Pt,tt.data)}else e.texImage3D(s.TEXTURE_2D_ARRAY,0,bt,tt.width,tt.height,tt.depth,0,ut,Pt,tt.data);else if(x.isData3DTexture)L?(et&&e.texStorage3D(s.TEXTURE_3D,pt,bt,tt.width,tt.height,tt.depth),rt&&e.texSubImage3D(s.TEXTURE_3D,0,0,0,0,tt.width,tt.height,tt.depth,ut,Pt,tt.data)):e.texImage3D(s.TEXTURE_3D,0,bt,tt.width,tt.height,tt.depth,0,ut,Pt,tt.data);else if(x.isFramebufferTexture){if(et)if(L)e.texStorage2D(s.TEXTURE_2D,pt,bt,tt.width,tt.height);else{let K=tt.width,Z=tt.height;for(let xt=0;xt<pt;xt++)e.texImage2D(s.TEXTURE_2D,xt,bt,K,Z,0,ut,Pt,null),K>>=1,Z>>=1}}else if(Ot.length>0){if(L&&et){let K=me(Ot[0]);e.texStorage2D(s.TEXTURE_2D,pt,bt,K.width,K.height)}for(let K=0,Z=Ot.length;K<Z;K++)ct=Ot[K],L?rt&&e.texSubImage2D(s.TEXTURE_2D,K,0,0,ut,Pt,ct):e.texImage2D(s.TEXTURE_2D,K,bt,ut,Pt,ct);x.generateMipmaps=!1}else if(L){if(et){let K=me(tt);e.texStorage2D(s.TEXTURE_2D,pt,bt,K.width,K.height)}rt&&e.texSubImage2D(s.TEXTURE_2D,0,0,0,ut,Pt,tt)}else e.texImage2D(s.TEXTURE_2D,0,bt,ut,Pt,tt);m(x)&&f(Y),Mt.__version=W.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function st(E,x,F){if(x.image.length!==6)return;let Y=le(E,x),J=x.source;e.bindTexture(s.TEXTURE_CUBE_MAP,E.__webglTexture,s.TEXTURE0+F);let W=n.get(J);if(J.version!==W.__version||Y===!0){e.activeTexture(s.TEXTURE0+F);let Mt=qt.getPrimaries(qt.workingColorSpace),it=x.colorSpace===An?null:qt.getPrimaries(x.colorSpace),yt=x.colorSpace===An||Mt===it?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,x.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,x.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,yt);let vt=x.isCompressedTexture||x.image[0].isCompressedTexture,tt=x.image[0]&&x.image[0].isDataTexture,ut=[];for(let Z=0;Z<6;Z++)!vt&&!tt?ut[Z]=_(x.image[Z],!0,i.maxCubemapSize):ut[Z]=tt?x.image[Z].image:x.image[Z],ut[Z]=be(x,ut[Z]);let Pt=ut[0],bt=r.convert(x.format,x.colorSpace),ct=r.convert(x.type),Ot=M(x.internalFormat,bt,ct,x.colorSpace),L=x.isVideoTexture!==!0,et=W.__version===void 0||Y===!0,rt=J.dataReady,pt=A(x,Pt);zt(s.TEXTURE_CUBE_MAP,x);let K;if(vt){L&&et&&e.texStorage2D(s.TEXTURE_CUBE_MAP,pt,Ot,Pt.width,Pt.height);for(let Z=0;Z<6;Z++){K=ut[Z].mipmaps;for(let xt=0;xt<K.length;xt++){let Ut=K[xt];x.format!==We?bt!==null?L?rt&&e.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt,0,0,Ut.width,Ut.height,bt,Ut.data):e.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt,Ot,Ut.width,Ut.height,0,Ut.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt,0,0,Ut.width,Ut.height,bt,ct,Ut.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt,Ot,Ut.width,Ut.height,0,bt,ct,Ut.data)}}}else{if(K=x.mipmaps,L&&et){K.length>0&&pt++;let Z=me(ut[0]);e.texStorage2D(s.TEXTURE_CUBE_MAP,pt,Ot,Z.width,Z.height)}for(let Z=0;Z<6;Z++)if(tt){L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,0,0,0,ut[Z].width,ut[Z].height,bt,ct,ut[Z].data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,0,Ot,ut[Z].width,ut[Z].height,0,bt,ct,ut[Z].data);for(let xt=0;xt<K.length;xt++){let se=K[xt].image[Z].image;L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt+1,0,0,se.width,se.height,bt,ct,se.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt+1,Ot,se.width,se.height,0,bt,ct,se.data)}}else{L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,0,0,0,bt,ct,ut[Z]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,0,Ot,bt,ct,ut[Z]);for(let xt=0;xt<K.length;xt++){let Ut=K[xt];L?rt&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt+1,0,0,bt,ct,Ut.image[Z]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Z,xt+1,Ot,bt,ct,Ut.image[Z])}}}m(x)&&f(s.TEXTURE_CUBE_MAP),W.__version=J.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function Rt(E,x,F,Y,J,W){let Mt=r.convert(F.format,F.colorSpace),it=r.convert(F.type),yt=M(F.internalFormat,Mt,it,F.colorSpace),vt=n.get(x),tt=n.get(F);if(tt.__renderTarget=x,!vt.__hasExternalTextures){let ut=Math.max(1,x.width>>W),Pt=Math.max(1,x.height>>W);J===s.TEXTURE_3D||J===s.TEXTURE_2D_ARRAY?e.texImage3D(J,W,yt,ut,Pt,x.depth,0,Mt,it,null):e.texImage2D(J,W,yt,ut,Pt,0,Mt,it,null)}e.bindFramebuffer(s.FRAMEBUFFER,E),mt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,Y,J,tt.__webglTexture,0,ce(x)):(J===s.TEXTURE_2D||J>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&J<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,Y,J,tt.__webglTexture,W),e.bindFramebuffer(s.FRAMEBUFFER,null)}function Ct(E,x,F){if(s.bindRenderbuffer(s.RENDERBUFFER,E),x.depthBuffer){let Y=x.depthTexture,J=Y&&Y.isDepthTexture?Y.type:null,W=y(x.stencilBuffer,J),Mt=x.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,it=ce(x);mt(x)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,it,W,x.width,x.height):F?s.renderbufferStorageMultisample(s.RENDERBUFFER,it,W,x.width,x.height):s.renderbufferStorage(s.RENDERBUFFER,W,x.width,x.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,Mt,s.RENDERBUFFER,E)}else{let Y=x.textures;for(let J=0;J<Y.length;J++){let W=Y[J],Mt=r.convert(W.format,W.colorSpace),it=r.convert(W.type),yt=M(W.internalFormat,Mt,it,W.colorSpace),vt=ce(x);F&&mt(x)===!1?s.renderbufferStorageMultisample(s.RENDERBUFFER,vt,yt,x.width,x.height):mt(x)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,vt,yt,x.width,x.height):s.renderbufferStorage(s.RENDERBUFFER,yt,x.width,x.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function Dt(E,x){if(x&&x.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(s.FRAMEBUFFER,E),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let Y=n.get(x.depthTexture);Y.__renderTarget=x,(!Y.__webglTexture||x.depthTexture.image.width!==x.width||x.depthTexture.image.height!==x.height)&&(x.depthTexture.image.width=x.width,x.depthTexture.image.height=x.height,x.depthTexture.needsUpdate=!0),j(x.depthTexture,0);let J=Y.__webglTexture,W=ce(x);if(x.depthTexture.format===Bi)mt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,J,0,W):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,J,0);else if(x.depthTexture.format===Ki)mt(x)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,J,0,W):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,J,0);else throw new Error("Unknown depthTexture format")}function pe(E){let x=n.get(E),F=E.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==E.depthTexture){let Y=E.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),Y){let J=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,Y.removeEventListener("dispose",J)};Y.addEventListener("dispose",J),x.__depthDisposeCallback=J}x.__boundDepthTexture=Y}if(E.depthTexture&&!x.__autoAllocateDepthBuffer){if(F)throw new Error("target.depthTexture not supported in Cube render targets");let Y=E.texture.mipmaps;Y&&Y.length>0?Dt(x.__webglFramebuffer[0],E):Dt(x.__webglFramebuffer,E)}else if(F){x.__webglDepthbuffer=[];for(let Y=0;Y<6;Y++)if(e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer[Y]),x.__webglDepthbuffer[Y]===void 0)x.__webglDepthbuffer[Y]=s.createRenderbuffer(),Ct(x.__webglDepthbuffer[Y],E,!1);else{let J=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,W=x.__webglDepthbuffer[Y];s.bindRenderbuffer(s.RENDERBUFFER,W),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,W)}}else{let Y=E.texture.mipmaps;if(Y&&Y.length>0?e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer[0]):e.bindFramebuffer(s.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=s.createRenderbuffer(),Ct(x.__webglDepthbuffer,E,!1);else{let J=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,W=x.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,W),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,W)}}e.bindFramebuffer(s.FRAMEBUFFER,null)}function Xt(E,x,F){let Y=n.get(E);x!==void 0&&Rt(Y.__webglFramebuffer,E,E.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),F!==void 0&&pe(E)}function I(E){let x=E.texture,F=n.get(E),Y=n.get(x);E.addEventListener("dispose",C);let J=E.textures,W=E.isWebGLCubeRenderTarget===!0,Mt=J.length>1;if(Mt||(Y.__webglTexture===void 0&&(Y.__webglTexture=s.createTexture()),Y.__version=x.version,o.memory.textures++),W){F.__webglFramebuffer=[];for(let it=0;it<6;it++)if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer[it]=[];for(let yt=0;yt<x.mipmaps.length;yt++)F.__webglFramebuffer[it][yt]=s.createFramebuffer()}else F.__webglFramebuffer[it]=s.createFramebuffer()}else{if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer=[];for(let it=0;it<x.mipmaps.length;it++)F.__webglFramebuffer[it]=s.createFramebuffer()}else F.__webglFramebuffer=s.createFramebuffer();if(Mt)for(let it=0,yt=J.length;it<yt;it++){let vt=n.get(J[it]);vt.__webglTexture===void 0&&(vt.__webglTexture=s.createTexture(),o.memory.textures++)}if(E.samples>0&&mt(E)===!1){F.__webglMultisampledFramebuffer=s.createFramebuffer(),F.__webglColorRenderbuffer=[],e.bindFramebuffer(s.FRAMEBUFFER,F.__webglMultisampledFramebuffer);for(let it=0;it<J.length;it++){let yt=J[it];F.__webglColorRenderbuffer[it]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,F.__webglColorRenderbuffer[it]);let vt=r.convert(yt.format,yt.colorSpace),tt=r.convert(yt.type),ut=M(yt.internalFormat,vt,tt,yt.colorSpace,E.isXRRenderTarget===!0),Pt=ce(E);s.renderbufferStorageMultisample(s.RENDERBUFFER,Pt,ut,E.width,E.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+it,s.RENDERBUFFER,F.__webglColorRenderbuffer[it])}s.bindRenderbuffer(s.RENDERBUFFER,null),E.depthBuffer&&(F.__webglDepthRenderbuffer=s.createRenderbuffer(),Ct(F.__webglDepthRenderbuffer,E,!0)),e.bindFramebuffer(s.FRAMEBUFFER,null)}}if(W){e.bindTexture(s.TEXTURE_CUBE_MAP,Y.__webglTexture),zt(s.TEXTURE_CUBE_MAP,x);for(let it=0;it<6;it++)if(x.mipmaps&&x.mipmaps.length>0)for(let yt=0;yt<x.mipmaps.length;yt++)Rt(F.__webglFramebuffer[it][yt],E,x,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+it,yt);else Rt(F.__webglFramebuffer[it],E,x,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+it,0);m(x)&&f(s.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(Mt){for(let it=0,yt=J.length;it<yt;it++){let vt=J[it],tt=n.get(vt),ut=s.TEXTURE_2D;(E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(ut=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(ut,tt.__webglTexture),zt(ut,vt),Rt(F.__webglFramebuffer,E,vt,s.COLOR_ATTACHMENT0+it,ut,0),m(vt)&&f(ut)}e.unbindTexture()}else{let it=s.TEXTURE_2D;if((E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(it=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(it,Y.__webglTexture),zt(it,x),x.mipmaps&&x.mipmaps.length>0)for(let yt=0;yt<x.mipmaps.length;yt++)Rt(F.__webglFramebuffer[yt],E,x,s.COLOR_ATTACHMENT0,it,yt);else Rt(F.__webglFramebuffer,E,x,s.COLOR_ATTACHMENT0,it,0);m(x)&&f(it),e.unbindTexture()}E.depthBuffer&&pe(E)}function ie(E){let x=E.textures;for(let F=0,Y=x.length;F<Y;F++){let J=x[F];if(m(J)){let W=S(E),Mt=n.get(J).__webglTexture;e.bindTexture(W,Mt),f(W),e.unbindTexture()}}}let Tt=[],$t=[];function wt(E){if(E.samples>0){if(mt(E)===!1){let x=E.textures,F=E.width,Y=E.height,J=s.COLOR_BUFFER_BIT,W=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,Mt=n.get(E),it=x.length>1;if(it)for(let vt=0;vt<x.length;vt++)e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.RENDERBUFFER,null),e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.TEXTURE_2D,null,0);e.bindFramebuffer(s.READ_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer);let yt=E.texture.mipmaps;yt&&yt.length>0?e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer[0]):e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer);for(let vt=0;vt<x.length;vt++){if(E.resolveDepthBuffer&&(E.depthBuffer&&(J|=s.DEPTH_BUFFER_BIT),E.stencilBuffer&&E.resolveStencilBuffer&&(J|=s.STENCIL_BUFFER_BIT)),it){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let tt=n.get(x[vt]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,tt,0)}s.blitFramebuffer(0,0,F,Y,0,0,F,Y,J,s.NEAREST),l===!0&&(Tt.length=0,$t.length=0,Tt.push(s.COLOR_ATTACHMENT0+vt),E.depthBuffer&&E.resolveDepthBuffer===!1&&(Tt.push(W),$t.push(W),s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,$t)),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Tt))}if(e.bindFramebuffer(s.READ_FRAMEBUFFER,null),e.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),it)for(let vt=0;vt<x.length;vt++){e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let tt=n.get(x[vt]).__webglTexture;e.bindFramebuffer(s.FRAMEBUFFER,Mt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+vt,s.TEXTURE_2D,tt,0)}e.bindFramebuffer(s.DRAW_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer)}else if(E.depthBuffer&&E.resolveDepthBuffer===!1&&l){let x=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[x])}}}function ce(E){return Math.min(i.maxSamples,E.samples)}function mt(E){let x=n.get(E);return E.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Ht(E){let x=o.render.frame;h.get(E)!==x&&(h.set(E,x),E.update())}function be(E,x){let F=E.colorSpace,Y=E.format,J=E.type;return E.isCompressedTexture===!0||E.isVideoTexture===!0||F!==ri&&F!==An&&(qt.getTransfer(F)===Jt?(Y!==We||J!==cn)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",F)),x}function me(E){return typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement?(c.width=E.naturalWidth||E.width,c.height=E.naturalHeight||E.height):typeof VideoFrame<"u"&&E instanceof VideoFrame?(c.width=E.displayWidth,c.height=E.displayHeight):(c.width=E.width,c.height=E.height),c}this.allocateTextureUnit=H,this.resetTextureUnits=B,this.setTexture2D=j,this.setTexture2DArray=X,this.setTexture3D=nt,this.setTextureCube=V,this.rebindTextures=Xt,this.setupRenderTarget=I,this.updateRenderTargetMipmap=ie,this.updateMultisampleRenderTarget=wt,this.setupDepthRenderbuffer=pe,this.setupFrameBufferTexture=Rt,this.useMultisampledRTT=mt}function Z0(s,t){function e(n,i=An){let r,o=qt.getTransfer(i);if(n===cn)return s.UNSIGNED_BYTE;if(n===bo)return s.UNSIGNED_SHORT_4_4_4_4;if(n===Mo)return s.UNSIGNED_SHORT_5_5_5_1;if(n===Il)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===Rl)return s.BYTE;if(n===Cl)return s.SHORT;if(n===Zi)return s.UNSIGNED_SHORT;if(n===vo)return s.INT;if(n===Vn)return s.UNSIGNED_INT;if(n===Ke)return s.FLOAT;if(n===ji)return s.HALF_FLOAT;if(n===Pl)return s.ALPHA;if(n===Ll)return s.RGB;if(n===We)return s.RGBA;if(n===Bi)return s.DEPTH_COMPONENT;if(n===Ki)return s.DEPTH_STENCIL;if(n===wo)return s.RED;if(n===So)return s.RED_INTEGER;if(n===Dl)return s.RG;if(n===Eo)return s.RG_INTEGER;if(n===To)return s.RGBA_INTEGER;if(n===js||n===Js||n===Ks||n===Qs)if(o===Jt)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===js)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Js)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ks)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Qs)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===js)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Js)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ks)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Qs)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Ao||n===Ro||n===Co||n===Io)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Ao)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Ro)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Co)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Io)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Po||n===Lo||n===Do)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Po||n===Lo)return o===Jt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Do)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Uo||n===No||n===Fo||n===Oo||n===ko||n===Bo||n===zo||n===Ho||n===Vo||n===Go||n===Wo||n===Xo||n===qo||n===Yo)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Uo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===No)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Fo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Oo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===ko)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Bo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===zo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Ho)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Vo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Go)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Wo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Xo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===qo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Yo)return o===Jt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===tr||n===$o||n===Zo)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===tr)return o===Jt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===$o)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Zo)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Ul||n===jo||n===Jo||n===Ko)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===tr)return r.COMPRESSED_RED_RGTC1_EXT;if(n===jo)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Jo)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Ko)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Ji?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:e}}var sa=class extends Ce{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}},j0=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,J0=`
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

}`,tc=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new sa(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new ln({vertexShader:j0,fragmentShader:J0,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Qt(new ci(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ec=class extends wn{constructor(t,e){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,p=null,g=null,_=new tc,m={},f=e.getContextAttributes(),S=null,M=null,y=[],A=[],T=new kt,C=null,D=new Re;D.viewport=new re;let w=new Re;w.viewport=new re;let b=[D,w],R=new ao,B=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function($){let lt=y[$];return lt===void 0&&(lt=new Vi,y[$]=lt),lt.getTargetRaySpace()},this.getControllerGrip=function($){let lt=y[$];return lt===void 0&&(lt=new Vi,y[$]=lt),lt.getGripSpace()},this.getHand=function($){let lt=y[$];return lt===void 0&&(lt=new Vi,y[$]=lt),lt.getHandSpace()};function z($){let lt=A.indexOf($.inputSource);if(lt===-1)return;let st=y[lt];st!==void 0&&(st.update($.inputSource,$.frame,c||o),st.dispatchEvent({type:$.type,data:$.inputSource}))}function j(){i.removeEventListener("select",z),i.removeEventListener("selectstart",z),i.removeEventListener("selectend",z),i.removeEventListener("squeeze",z),i.removeEventListener("squeezestart",z),i.removeEventListener("squeezeend",z),i.removeEventListener("end",j),i.removeEventListener("inputsourceschange",X);for(let $=0;$<y.length;$++){let lt=A[$];lt!==null&&(A[$]=null,y[$].disconnect(lt))}B=null,H=null,_.reset();for(let $ in m)delete m[$];t.setRenderTarget(S),p=null,d=null,u=null,i=null,M=null,ee.stop(),n.isPresenting=!1,t.setPixelRatio(C),t.setSize(T.width,T.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function($){r=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function($){a=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function($){c=$},this.getBaseLayer=function(){return d!==null?d:p},this.getBinding=function(){return u},this.getFrame=function(){return g},this.getSession=function(){return i},this.setSession=async function($){if(i=$,i!==null){if(S=t.getRenderTarget(),i.addEventListener("select",z),i.addEventListener("selectstart",z),i.addEventListener("selectend",z),i.addEventListener("squeeze",z),i.addEventListener("squeezestart",z),i.addEventListener("squeezeend",z),i.addEventListener("end",j),i.addEventListener("inputsourceschange",X),f.xrCompatible!==!0&&await e.makeXRCompatible(),C=t.getPixelRatio(),t.getSize(T),typeof XRWebGLBinding<"u"&&(u=new XRWebGLBinding(i,e)),u!==null&&"createProjectionLayer"in XRWebGLBinding.prototype){let st=null,Rt=null,Ct=null;f.depth&&(Ct=f.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,st=f.stencil?Ki:Bi,Rt=f.stencil?Ji:Vn);let Dt={colorFormat:e.RGBA8,depthFormat:Ct,scaleFactor:r};d=u.createProjectionLayer(Dt),i.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),M=new un(d.textureWidth,d.textureHeight,{format:We,type:cn,depthTexture:new Fs(d.textureWidth,d.textureHeight,Rt,void 0,void 0,void 0,void 0,void 0,void 0,st),stencilBuffer:f.stencil,colorSpace:t.outputColorSpace,samples:f.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1})}else{let st={antialias:f.antialias,alpha:!0,depth:f.depth,stencil:f.stencil,framebufferScaleFactor:r};p=new XRWebGLLayer(i,e,st),i.updateRenderState({baseLayer:p}),t.setPixelRatio(1),t.setSize(p.framebufferWidth,p.framebufferHeight,!1),M=new un(p.framebufferWidth,p.framebufferHeight,{format:We,type:cn,colorSpace:t.outputColorSpace,stencilBuffer:f.stencil,resolveDepthBuffer:p.ignoreDepthValues===!1,resolveStencilBuffer:p.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),ee.setContext(i),ee.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return _.getDepthTexture()};function X($){for(let lt=0;lt<$.removed.length;lt++){let st=$.removed[lt],Rt=A.indexOf(st);Rt>=0&&(A[Rt]=null,y[Rt].disconnect(st))}for(let lt=0;lt<$.added.length;lt++){let st=$.added[lt],Rt=A.indexOf(st);if(Rt===-1){for(let Dt=0;Dt<y.length;Dt++)if(Dt>=A.length){A.push(st),Rt=Dt;break}else if(A[Dt]===null){A[Dt]=st,Rt=Dt;break}if(Rt===-1)break}let Ct=y[Rt];Ct&&Ct.connect(st)}}let nt=new P,V=new P;function at($,lt,st){nt.setFromMatrixPosition(lt.matrixWorld),V.setFromMatrixPosition(st.matrixWorld);let Rt=nt.distanceTo(V),Ct=lt.projectionMatrix.elements,Dt=st.projectionMatrix.elements,pe=Ct[14]/(Ct[10]-1),Xt=Ct[14]/(Ct[10]+1),I=(Ct[9]+1)/Ct[5],ie=(Ct[9]-1)/Ct[5],Tt=(Ct[8]-1)/Ct[0],$t=(Dt[8]+1)/Dt[0],wt=pe*Tt,ce=pe*$t,mt=Rt/(-Tt+$t),Ht=mt*-Tt;if(lt.matrixWorld.decompose($.position,$.quaternion,$.scale),$.translateX(Ht),$.translateZ(mt),$.matrixWorld.compose($.position,$.quaternion,$.scale),$.matrixWorldInverse.copy($.matrixWorld).invert(),Ct[10]===-1)$.projectionMatrix.copy(lt.projectionMatrix),$.projectionMatrixInverse.copy(lt.projectionMatrixInverse);else{let be=pe+mt,me=Xt+mt,E=wt-Ht,x=ce+(Rt-Ht),F=I*Xt/me*be,Y=ie*Xt/me*be;$.projectionMatrix.makePerspective(E,x,F,Y,be,me),$.projectionMatrixInverse.copy($.projectionMatrix).invert()}}function dt($,lt){lt===null?$.matrixWorld.copy($.matrix):$.matrixWorld.multiplyMatrices(lt.matrixWorld,$.matrix),$.matrixWorldInverse.copy($.matrixWorld).invert()}this.updateCamera=function($){if(i===null)return;let lt=$.near,st=$.far;_.texture!==null&&(_.depthNear>0&&(lt=_.depthNear),_.depthFar>0&&(st=_.depthFar)),R.near=w.near=D.near=lt,R.far=w.far=D.far=st,(B!==R.near||H!==R.far)&&(i.updateRenderState({depthNear:R.near,depthFar:R.far}),B=R.near,H=R.far),R.layers.mask=$.layers.mask|6,D.layers.mask=R.layers.mask&3,w.layers.mask=R.layers.mask&5;let Rt=$.parent,Ct=R.cameras;dt(R,Rt);for(let Dt=0;Dt<Ct.length;Dt++)dt(Ct[Dt],Rt);Ct.length===2?at(R,D,w):R.projectionMatrix.copy(D.projectionMatrix),St($,R,Rt)};function St($,lt,st){st===null?$.matrix.copy(lt.matrixWorld):($.matrix.copy(st.matrixWorld),$.matrix.invert(),$.matrix.multiply(lt.matrixWorld)),$.matrix.decompose($.position,$.quaternion,$.scale),$.updateMatrixWorld(!0),$.projectionMatrix.copy(lt.projectionMatrix),$.projectionMatrixInverse.copy(lt.projectionMatrixInverse),$.isPerspectiveCamera&&($.fov=Hr*2*Math.atan(1/$.projectionMatrix.elements[5]),$.zoom=1)}this.getCamera=function(){return R},this.getFoveation=function(){if(!(d===null&&p===null))return l},this.setFoveation=function($){l=$,d!==null&&(d.fixedFoveation=$),p!==null&&p.fixedFoveation!==void 0&&(p.fixedFoveation=$)},this.hasDepthSensing=function(){return _.texture!==null},this.getDepthSensingMesh=function(){return _.getMesh(R)},this.getCameraTexture=function($){return m[$]};let zt=null;function le($,lt){if(h=lt.getViewerPose(c||o),g=lt,h!==null){let st=h.views;p!==null&&(t.setRenderTargetFramebuffer(M,p.framebuffer),t.setRenderTarget(M));let Rt=!1;st.length!==R.cameras.length&&(R.cameras.length=0,Rt=!0);for(let Xt=0;Xt<st.length;Xt++){let I=st[Xt],ie=null;if(p!==null)ie=p.getViewport(I);else{let $t=u.getViewSubImage(d,I);ie=$t.viewport,Xt===0&&(t.setRenderTargetTextures(M,$t.colorTexture,$t.depthStencilTexture),t.setRenderTarget(M))}let Tt=b[Xt];Tt===void 0&&(Tt=new Re,Tt.layers.enable(Xt),Tt.viewport=new re,b[Xt]=Tt),Tt.matrix.fromArray(I.transform.matrix),Tt.matrix.decompose(Tt.position,Tt.quaternion,Tt.scale),Tt.projectionMatrix.fromArray(I.projectionMatrix),Tt.projectionMatrixInverse.copy(Tt.projectionMatrix).invert(),Tt.viewport.set(ie.x,ie.y,ie.width,ie.height),Xt===0&&(R.matrix.copy(Tt.matrix),R.matrix.decompose(R.position,R.quaternion,R.scale)),Rt===!0&&R.cameras.push(Tt)}let Ct=i.enabledFeatures;if(Ct&&Ct.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&u){let Xt=u.getDepthInformation(st[0]);Xt&&Xt.isValid&&Xt.texture&&_.init(Xt,i.renderState)}if(Ct&&Ct.includes("camera-access")&&(t.state.unbindTexture(),u))for(let Xt=0;Xt<st.length;Xt++){let I=st[Xt].camera;if(I){let ie=m[I];ie||(ie=new sa,m[I]=ie);let Tt=u.getCameraImage(I);ie.sourceTexture=Tt}}}for(let st=0;st<y.length;st++){let Rt=A[st],Ct=y[st];Rt!==null&&Ct!==void 0&&Ct.update(Rt,lt,c||o)}zt&&zt($,lt),lt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:lt}),g=null}let ee=new Tu;ee.setAnimationLoop(le),this.setAnimationLoop=function($){zt=$},this.dispose=function(){}}},mi=new Je,K0=new Bt;function Q0(s,t){function e(m,f){m.matrixAutoUpdate===!0&&m.updateMatrix(),f.value.copy(m.matrix)}function n(m,f){f.color.getRGB(m.fogColor.value,kl(s)),f.isFog?(m.fogNear.value=f.near,m.fogFar.value=f.far):f.isFogExp2&&(m.fogDensity.value=f.density)}function i(m,f,S,M,y){f.isMeshBasicMaterial||f.isMeshLambertMaterial?r(m,f):f.isMeshToonMaterial?(r(m,f),u(m,f)):f.isMeshPhongMaterial?(r(m,f),h(m,f)):f.isMeshStandardMaterial?(r(m,f),d(m,f),f.isMeshPhysicalMaterial&&p(m,f,y)):f.isMeshMatcapMaterial?(r(m,f),g(m,f)):f.isMeshDepthMaterial?r(m,f):f.isMeshDistanceMaterial?(r(m,f),_(m,f)):f.isMeshNormalMaterial?r(m,f):f.isLineBasicMaterial?(o(m,f),f.isLineDashedMaterial&&a(m,f)):f.isPointsMaterial?l(m,f,S,M):f.isSpriteMaterial?c(m,f):f.isShadowMaterial?(m.color.value.copy(f.color),m.opacity.value=f.opacity):f.isShaderMaterial&&(f.uniformsNeedUpdate=!1)}function r(m,f){m.opacity.value=f.opacity,f.color&&m.diffuse.value.copy(f.color),f.emissive&&m.emissive.value.copy(f.emissive).multiplyScalar(f.emissiveIntensity),f.map&&(m.map.value=f.map,e(f.map,m.mapTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,e(f.alphaMap,m.alphaMapTransform)),f.bumpMap&&(m.bumpMap.value=f.bumpMap,e(f.bumpMap,m.bumpMapTransform),m.bumpScale.value=f.bumpScale,f.side===De&&(m.bumpScale.value*=-1)),f.normalMap&&(m.normalMap.value=f.normalMap,e(f.normalMap,m.normalMapTransform),m.normalScale.value.copy(f.normalScale),f.side===De&&m.normalScale.value.negate()),f.displacementMap&&(m.displacementMap.value=f.displacementMap,e(f.displacementMap,m.displacementMapTransform),m.displacementScale.value=f.displacementScale,m.displacementBias.value=f.displacementBias),f.emissiveMap&&(m.emissiveMap.value=f.emissiveMap,e(f.emissiveMap,m.emissiveMapTransform)),f.specularMap&&(m.specularMap.value=f.specularMap,e(f.specularMap,m.specularMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest);let S=t.get(f),M=S.envMap,y=S.envMapRotation;M&&(m.envMap.value=M,mi.copy(y),mi.x*=-1,mi.y*=-1,mi.z*=-1,M.isCubeTexture&&M.isRenderTargetTexture===!1&&(mi.y*=-1,mi.z*=-1),m.envMapRotation.value.setFromMatrix4(K0.makeRotationFromEuler(mi)),m.flipEnvMap.value=M.isCubeTexture&&M.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=f.reflectivity,m.ior.value=f.ior,m.refractionRatio.value=f.refractionRatio),f.lightMap&&(m.lightMap.value=f.lightMap,m.lightMapIntensity.value=f.lightMapIntensity,e(f.lightMap,m.lightMapTransform)),f.aoMap&&(m.aoMap.value=f.aoMap,m.aoMapIntensity.value=f.aoMapIntensity,e(f.aoMap,m.aoMapTransform))}function o(m,f){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,f.map&&(m.map.value=f.map,e(f.map,m.mapTransform))}function a(m,f){m.dashSize.value=f.dashSize,m.totalSize.value=f.dashSize+f.gapSize,m.scale.value=f.scale}function l(m,f,S,M){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,m.size.value=f.size*S,m.scale.value=M*.5,f.map&&(m.map.value=f.map,e(f.map,m.uvTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,e(f.alphaMap,m.alphaMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest)}function c(m,f){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,m.rotation.value=f.rotation,f.map&&(m.map.value=f.map,e(f.map,m.mapTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,e(f.alphaMap,m.alphaMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest)}function h(m,f){m.specular.value.copy(f.specular),m.shininess.value=Math.max(f.shininess,1e-4)}function u(m,f){f.gradientMap&&(m.gradientMap.value=f.gradientMap)}function d(m,f){m.metalness.value=f.metalness,f.metalnessMap&&(m.metalnessMap.value=f.metalnessMap,e(f.metalnessMap,m.metalnessMapTransform)),m.roughness.value=f.roughness,f.roughnessMap&&(m.roughnessMap.value=f.roughnessMap,e(f.roughnessMap,m.roughnessMapTransform)),f.envMap&&(m.envMapIntensity.value=f.envMapIntensity)}function p(m,f,S){m.ior.value=f.ior,f.sheen>0&&(m.sheenColor.value.copy(f.sheenColor).multiplyScalar(f.sheen),m.sheenRoughness.value=f.sheenRoughness,f.sheenColorMap&&(m.sheenColorMap.value=f.sheenColorMap,e(f.sheenColorMap,m.sheenColorMapTransform)),f.sheenRoughnessMap&&(m.sheenRoughnessMap.value=f.sheenRoughnessMap,e(f.sheenRoughnessMap,m.sheenRoughnessMapTransform))),f.clearcoat>0&&(m.clearcoat.value=f.clearcoat,m.clearcoatRoughness.value=f.clearcoatRoughness,f.clearcoatMap&&(m.clearcoatMap.value=f.clearcoatMap,e(f.clearcoatMap,m.clearcoatMapTransform)),f.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=f.clearcoatRoughnessMap,e(f.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),f.clearcoatNormalMap&&(m.clearcoatNormalMap.value=f.clearcoatNormalMap,e(f.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(f.clearcoatNormalScale),f.side===De&&m.clearcoatNormalScale.value.negate())),f.dispersion>0&&(m.dispersion.value=f.dispersion),f.iridescence>0&&(m.iridescence.value=f.iridescence,m.iridescenceIOR.value=f.iridescenceIOR,m.iridescenceThicknessMinimum.value=f.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=f.iridescenceThicknessRange[1],f.iridescenceMap&&(m.iridescenceMap.value=f.iridescenceMap,e(f.iridescenceMap,m.iridescenceMapTransform)),f.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=f.iridescenceThicknessMap,e(f.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),f.transmission>0&&(m.transmission.value=f.transmission,m.transmissionSamplerMap.value=S.texture,m.transmissionSamplerSize.value.set(S.width,S.height),f.transmissionMap&&(m.transmissionMap.value=f.transmissionMap,e(f.transmissionMap,m.transmissionMapTransform)),m.thickness.value=f.thickness,f.thicknessMap&&(m.thicknessMap.value=f.thicknessMap,e(f.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=f.attenuationDistance,m.attenuationColor.value.copy(f.attenuationColor)),f.anisotropy>0&&(m.anisotropyVector.value.set(f.anisotropy*Math.cos(f.anisotropyRotation),f.anisotropy*Math.sin(f.anisotropyRotation)),f.anisotropyMap&&(m.anisotropyMap.value=f.anisotropyMap,e(f.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=f.specularIntensity,m.specularColor.value.copy(f.specularColor),f.specularColorMap&&(m.specularColorMap.value=f.specularColorMap,e(f.specularColorMap,m.specularColorMapTransform)),f.specularIntensityMap&&(m.specularIntensityMap.value=f.specularIntensityMap,e(f.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,f){f.matcap&&(m.matcap.value=f.matcap)}function _(m,f){let S=t.get(f).light;m.referencePosition.value.setFromMatrixPosition(S.matrixWorld),m.nearDistance.value=S.shadow.camera.near,m.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function t_(s,t,e,n){let i={},r={},o=[],a=s.getParameter(s.MAX_UNIFORM_BUFFER_BINDINGS);function l(S,M){let y=M.program;n.uniformBlockBinding(S,y)}function c(S,M){let y=i[S.id];y===void 0&&(g(S),y=h(S),i[S.id]=y,S.addEventListener("dispose",m));let A=M.program;n.updateUBOMapping(S,A);let T=t.render.frame;r[S.id]!==T&&(d(S),r[S.id]=T)}function h(S){let M=u();S.__bindingPointIndex=M;let y=s.createBuffer(),A=S.__size,T=S.usage;return s.bindBuffer(s.UNIFORM_BUFFER,y),s.bufferData(s.UNIFORM_BUFFER,A,T),s.bindBuffer(s.UNIFORM_BUFFER,null),s.bindBufferBase(s.UNIFORM_BUFFER,M,y),y}function u(){for(let S=0;S<a;S++)if(o.indexOf(S)===-1)return o.push(S),S;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function d(S){let M=i[S.id],y=S.uniforms,A=S.__cache;s.bindBuffer(s.UNIFORM_BUFFER,M);for(let T=0,C=y.length;T<C;T++){let D=Array.isArray(y[T])?y[T]:[y[T]];for(let w=0,b=D.length;w<b;w++){let R=D[w];if(p(R,T,w,A)===!0){let B=R.__offset,H=Array.isArray(R.value)?R.value:[R.value],z=0;for(let j=0;j<H.length;j++){let X=H[j],nt=_(X);typeof X=="number"||typeof X=="boolean"?(R.__data[0]=X,s.bufferSubData(s.UNIFORM_BUFFER,B+z,R.__data)):X.isMatrix3?(R.__data[0]=X.elements[0],R.__data[1]=X.elements[1],R.__data[2]=X.elements[2],R.__data[3]=0,R.__data[4]=X.elements[3],R.__data[5]=X.elements[4],R.__data[6]=X.elements[5],R.__data[7]=0,R.__data[8]=X.elements[6],R.__data[9]=X.elements[7],R.__data[10]=X.elements[8],R.__data[11]=0):(X.toArray(R.__data,z),z+=nt.storage/Float32Array.BYTES_PER_ELEMENT)}s.bufferSubData(s.UNIFORM_BUFFER,B,R.__data)}}}s.bindBuffer(s.UNIFORM_BUFFER,null)}function p(S,M,y,A){let T=S.value,C=M+"_"+y;if(A[C]===void 0)return typeof T=="number"||typeof T=="boolean"?A[C]=T:A[C]=T.clone(),!0;{let D=A[C];if(typeof T=="number"||typeof T=="boolean"){if(D!==T)return A[C]=T,!0}else if(D.equals(T)===!1)return D.copy(T),!0}return!1}function g(S){let M=S.uniforms,y=0,A=16;for(let C=0,D=M.length;C<D;C++){let w=Array.isArray(M[C])?M[C]:[M[C]];for(let b=0,R=w.length;b<R;b++){let B=w[b],H=Array.isArray(B.value)?B.value:[B.value];for(let z=0,j=H.length;z<j;z++){let X=H[z],nt=_(X),V=y%A,at=V%nt.boundary,dt=V+at;y+=at,dt!==0&&A-dt<nt.storage&&(y+=A-dt),B.__data=new Float32Array(nt.storage/Float32Array.BYTES_PER_ELEMENT),B.__offset=y,y+=nt.storage}}}let T=y%A;return T>0&&(y+=A-T),S.__size=y,S.__cache={},this}function _(S){let M={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(M.boundary=4,M.storage=4):S.isVector2?(M.boundary=8,M.storage=8):S.isVector3||S.isColor?(M.boundary=16,M.storage=12):S.isVector4?(M.boundary=16,M.storage=16):S.isMatrix3?(M.boundary=48,M.storage=48):S.isMatrix4?(M.boundary=64,M.storage=64):S.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",S),M}function m(S){let M=S.target;M.removeEventListener("dispose",m);let y=o.indexOf(M.__bindingPointIndex);o.splice(y,1),s.deleteBuffer(i[M.id]),delete i[M.id],delete r[M.id]}function f(){for(let S in i)s.deleteBuffer(i[S]);o=[],i={},r={}}return{bind:l,update:c,dispose:f}}var ra=class{constructor(t={}){let{canvas:e=Kh(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let g=new Uint32Array(4),_=new Int32Array(4),m=null,f=null,S=[],M=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Tn,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let y=this,A=!1;this._outputColorSpace=Le;let T=0,C=0,D=null,w=-1,b=null,R=new re,B=new re,H=null,z=new _t(0),j=0,X=e.width,nt=e.height,V=1,at=null,dt=null,St=new re(0,0,X,nt),zt=new re(0,0,X,nt),le=!1,ee=new qi,$=!1,lt=!1,st=new Bt,Rt=new P,Ct=new re,Dt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},pe=!1;function Xt(){return D===null?V:1}let I=n;function ie(v,U){return e.getContext(v,U)}try{let v={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"179"}`),e.addEventListener("webglcontextlost",rt,!1),e.addEventListener("webglcontextrestored",pt,!1),e.addEventListener("webglcontextcreationerror",K,!1),I===null){let U="webgl2";if(I=ie(U,v),I===null)throw ie(U)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(v){throw console.error("THREE.WebGLRenderer: "+v.message),v}let Tt,$t,wt,ce,mt,Ht,be,me,E,x,F,Y,J,W,Mt,it,yt,vt,tt,ut,Pt,bt,ct,Ot;function L(){Tt=new xg(I),Tt.init(),bt=new Z0(I,Tt),$t=new ug(I,Tt,t,bt),wt=new Y0(I,Tt),$t.reversedDepthBuffer&&d&&wt.buffers.depth.setReversed(!0),ce=new bg(I),mt=new U0,Ht=new $0(I,Tt,wt,mt,$t,bt,ce),be=new fg(y),me=new _g(y),E=new Af(I),ct=new cg(I,E),x=new yg(I,E,ce,ct),F=new wg(I,x,E,ce),tt=new Mg(I,$t,Ht),it=new dg(mt),Y=new D0(y,be,me,Tt,$t,ct,it),J=new Q0(y,mt),W=new F0,Mt=new V0(Tt),vt=new lg(y,be,me,wt,F,p,l),yt=new X0(y,F,$t),Ot=new t_(I,ce,$t,wt),ut=new hg(I,Tt,ce),Pt=new vg(I,Tt,ce),ce.programs=Y.programs,y.capabilities=$t,y.extensions=Tt,y.properties=mt,y.renderLists=W,y.shadowMap=yt,y.state=wt,y.info=ce}L();let et=new ec(y,I);this.xr=et,this.getContext=function(){return I},this.getContextAttributes=function(){return I.getContextAttributes()},this.forceContextLoss=function(){let v=Tt.get("WEBGL_lose_context");v&&v.loseContext()},this.forceContextRestore=function(){let v=Tt.get("WEBGL_lose_context");v&&v.restoreContext()},this.getPixelRatio=function(){return V},this.setPixelRatio=function(v){v!==void 0&&(V=v,this.setSize(X,nt,!1))},this.getSize=function(v){return v.set(X,nt)},this.setSize=function(v,U,O=!0){if(et.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}X=v,nt=U,e.width=Math.floor(v*V),e.height=Math.floor(U*V),O===!0&&(e.style.width=v+"px",e.style.height=U+"px"),this.setViewport(0,0,v,U)},this.getDrawingBufferSize=function(v){return v.set(X*V,nt*V).floor()},this.setDrawingBufferSize=function(v,U,O){X=v,nt=U,V=O,e.width=Math.floor(v*O),e.height=Math.floor(U*O),this.setViewport(0,0,v,U)},this.getCurrentViewport=function(v){return v.copy(R)},this.getViewport=function(v){return v.copy(St)},this.setViewport=function(v,U,O,k){v.isVector4?St.set(v.x,v.y,v.z,v.w):St.set(v,U,O,k),wt.viewport(R.copy(St).multiplyScalar(V).round())},this.getScissor=function(v){return v.copy(zt)},this.setScissor=function(v,U,O,k){v.isVector4?zt.set(v.x,v.y,v.z,v.w):zt.set(v,U,O,k),wt.scissor(B.copy(zt).multiplyScalar(V).round())},this.getScissorTest=function(){return le},this.setScissorTest=function(v){wt.setScissorTest(le=v)},this.setOpaqueSort=function(v){at=v},this.setTransparentSort=function(v){dt=v},this.getClearColor=function(v){return v.copy(vt.getClearColor())},this.setClearColor=function(){vt.setClearColor(...arguments)},this.getClearAlpha=function(){return vt.getClearAlpha()},this.setClearAlpha=function(){vt.setClearAlpha(...arguments)},this.clear=function(v=!0,U=!0,O=!0){let k=0;if(v){let N=!1;if(D!==null){let Q=D.texture.format;N=Q===To||Q===Eo||Q===So}if(N){let Q=D.texture.type,ht=Q===cn||Q===Vn||Q===Zi||Q===Ji||Q===bo||Q===Mo,gt=vt.getClearColor(),ft=vt.getClearAlpha(),It=gt.r,Lt=gt.g,Et=gt.b;ht?(g[0]=It,g[1]=Lt,g[2]=Et,g[3]=ft,I.clearBufferuiv(I.COLOR,0,g)):(_[0]=It,_[1]=Lt,_[2]=Et,_[3]=ft,I.clearBufferiv(I.COLOR,0,_))}else k|=I.COLOR_BUFFER_BIT}U&&(k|=I.DEPTH_BUFFER_BIT),O&&(k|=I.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),I.clear(k)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",rt,!1),e.removeEventListener("webglcontextrestored",pt,!1),e.removeEventListener("webglcontextcreationerror",K,!1),vt.dispose(),W.dispose(),Mt.dispose(),mt.dispose(),be.dispose(),me.dispose(),F.dispose(),ct.dispose(),Ot.dispose(),Y.dispose(),et.dispose(),et.removeEventListener("sessionstart",hn),et.removeEventListener("sessionend",vc),qn.stop()};function rt(v){v.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),A=!0}function pt(){console.log("THREE.WebGLRenderer: Context Restored."),A=!1;let v=ce.autoReset,U=yt.enabled,O=yt.autoUpdate,k=yt.needsUpdate,N=yt.type;L(),ce.autoReset=v,yt.enabled=U,yt.autoUpdate=O,yt.needsUpdate=k,yt.type=N}function K(v){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",v.statusMessage)}function Z(v){let U=v.target;U.removeEventListener("dispose",Z),xt(U)}function xt(v){Ut(v),mt.remove(v)}function Ut(v){let U=mt.get(v).programs;U!==void 0&&(U.forEach(function(O){Y.releaseProgram(O)}),v.isShaderMaterial&&Y.releaseShaderCache(v))}this.renderBufferDirect=function(v,U,O,k,N,Q){U===null&&(U=Dt);let ht=N.isMesh&&N.matrixWorld.determinant()<0,gt=vd(v,U,O,k,N);wt.setMaterial(k,ht);let ft=O.index,It=1;if(k.wireframe===!0){if(ft=x.getWireframeAttribute(O),ft===void 0)return;It=2}let Lt=O.drawRange,Et=O.attributes.position,Vt=Lt.start*It,Kt=(Lt.start+Lt.count)*It;Q!==null&&(Vt=Math.max(Vt,Q.start*It),Kt=Math.min(Kt,(Q.start+Q.count)*It)),ft!==null?(Vt=Math.max(Vt,0),Kt=Math.min(Kt,ft.count)):Et!=null&&(Vt=Math.max(Vt,0),Kt=Math.min(Kt,Et.count));let fe=Kt-Vt;if(fe<0||fe===1/0)return;ct.setup(N,k,gt,O,ft);let oe,ne=ut;if(ft!==null&&(oe=E.get(ft),ne=Pt,ne.setIndex(oe)),N.isMesh)k.wireframe===!0?(wt.setLineWidth(k.wireframeLinewidth*Xt()),ne.setMode(I.LINES)):ne.setMode(I.TRIANGLES);else if(N.isLine){let At=k.linewidth;At===void 0&&(At=1),wt.setLineWidth(At*Xt()),N.isLineSegments?ne.setMode(I.LINES):N.isLineLoop?ne.setMode(I.LINE_LOOP):ne.setMode(I.LINE_STRIP)}else N.isPoints?ne.setMode(I.POINTS):N.isSprite&&ne.setMode(I.TRIANGLES);if(N.isBatchedMesh)if(N._multiDrawInstances!==null)oi("THREE.WebGLRenderer: renderMultiDrawInstances has been deprecated and will be removed in r184. Append to renderMultiDraw arguments and use indirection."),ne.renderMultiDrawInstances(N._multiDrawStarts,N._multiDrawCounts,N._multiDrawCount,N._multiDrawInstances);else if(Tt.get("WEBGL_multi_draw"))ne.renderMultiDraw(N._multiDrawStarts,N._multiDrawCounts,N._multiDrawCount);else{let At=N._multiDrawStarts,he=N._multiDrawCounts,Yt=N._multiDrawCount,ke=ft?E.get(ft).bytesPerElement:1,Mi=mt.get(k).currentProgram.getUniforms();for(let Be=0;Be<Yt;Be++)Mi.setValue(I,"_gl_DrawID",Be),ne.render(At[Be]/ke,he[Be])}else if(N.isInstancedMesh)ne.renderInstances(Vt,fe,N.count);else if(O.isInstancedBufferGeometry){let At=O._maxInstanceCount!==void 0?O._maxInstanceCount:1/0,he=Math.min(O.instanceCount,At);ne.renderInstances(Vt,fe,he)}else ne.render(Vt,fe)};function se(v,U,O){v.transparent===!0&&v.side===Oe&&v.forceSinglePass===!1?(v.side=De,v.needsUpdate=!0,ar(v,U,O),v.side=rn,v.needsUpdate=!0,ar(v,U,O),v.side=Oe):ar(v,U,O)}this.compile=function(v,U,O=null){O===null&&(O=v),f=Mt.get(O),f.init(U),M.push(f),O.traverseVisible(function(N){N.isLight&&N.layers.test(U.layers)&&(f.pushLight(N),N.castShadow&&f.pushShadow(N))}),v!==O&&v.traverseVisible(function(N){N.isLight&&N.layers.test(U.layers)&&(f.pushLight(N),N.castShadow&&f.pushShadow(N))}),f.setupLights();let k=new Set;return v.traverse(function(N){if(!(N.isMesh||N.isPoints||N.isLine||N.isSprite))return;let Q=N.material;if(Q)if(Array.isArray(Q))for(let ht=0;ht<Q.length;ht++){let gt=Q[ht];se(gt,O,N),k.add(gt)}else se(Q,O,N),k.add(Q)}),f=M.pop(),k},this.compileAsync=function(v,U,O=null){let k=this.compile(v,U,O);return new Promise(N=>{function Q(){if(k.forEach(function(ht){mt.get(ht).currentProgram.isReady()&&k.delete(ht)}),k.size===0){N(v);return}setTimeout(Q,10)}Tt.get("KHR_parallel_shader_compile")!==null?Q():setTimeout(Q,10)})};let jt=null;function gn(v){jt&&jt(v)}function hn(){qn.stop()}function vc(){qn.start()}let qn=new Tu;qn.setAnimationLoop(gn),typeof self<"u"&&qn.setContext(self),this.setAnimationLoop=function(v){jt=v,et.setAnimationLoop(v),v===null?qn.stop():qn.start()},et.addEventListener("sessionstart",hn),et.addEventListener("sessionend",vc),this.render=function(v,U){if(U!==void 0&&U.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(A===!0)return;if(v.matrixWorldAutoUpdate===!0&&v.updateMatrixWorld(),U.parent===null&&U.matrixWorldAutoUpdate===!0&&U.updateMatrixWorld(),et.enabled===!0&&et.isPresenting===!0&&(et.cameraAutoUpdate===!0&&et.updateCamera(U),U=et.getCamera()),v.isScene===!0&&v.onBeforeRender(y,v,U,D),f=Mt.get(v,M.length),f.init(U),M.push(f),st.multiplyMatrices(U.projectionMatrix,U.matrixWorldInverse),ee.setFromProjectionMatrix(st,sn,U.reversedDepth),lt=this.localClippingEnabled,$=it.init(this.clippingPlanes,lt),m=W.get(v,S.length),m.init(),S.push(m),et.enabled===!0&&et.isPresenting===!0){let Q=y.xr.getDepthSensingMesh();Q!==null&&Na(Q,U,-1/0,y.sortObjects)}Na(v,U,0,y.sortObjects),m.finish(),y.sortObjects===!0&&m.sort(at,dt),pe=et.enabled===!1||et.isPresenting===!1||et.hasDepthSensing()===!1,pe&&vt.addToRenderList(m,v),this.info.render.frame++,$===!0&&it.beginShadows();let O=f.state.shadowsArray;yt.render(O,v,U),$===!0&&it.endShadows(),this.info.autoReset===!0&&this.info.reset();let k=m.opaque,N=m.transmissive;if(f.setupLights(),U.isArrayCamera){let Q=U.cameras;if(N.length>0)for(let ht=0,gt=Q.length;ht<gt;ht++){let ft=Q[ht];Mc(k,N,v,ft)}pe&&vt.render(v);for(let ht=0,gt=Q.length;ht<gt;ht++){let ft=Q[ht];bc(m,v,ft,ft.viewport)}}else N.length>0&&Mc(k,N,v,U),pe&&vt.render(v),bc(m,v,U);D!==null&&C===0&&(Ht.updateMultisampleRenderTarget(D),Ht.updateRenderTargetMipmap(D)),v.isScene===!0&&v.onAfterRender(y,v,U),ct.resetDefaultState(),w=-1,b=null,M.pop(),M.length>0?(f=M[M.length-1],$===!0&&it.setGlobalState(y.clippingPlanes,f.state.camera)):f=null,S.pop(),S.length>0?m=S[S.length-1]:m=null};function Na(v,U,O,k){if(v.visible===!1)return;if(v.layers.test(U.layers)){if(v.isGroup)O=v.renderOrder;else if(v.isLOD)v.autoUpdate===!0&&v.update(U);else if(v.isLight)f.pushLight(v),v.castShadow&&f.pushShadow(v);else if(v.isSprite){if(!v.frustumCulled||ee.intersectsSprite(v)){k&&Ct.setFromMatrixPosition(v.matrixWorld).applyMatrix4(st);let ht=F.update(v),gt=v.material;gt.visible&&m.push(v,ht,gt,O,Ct.z,null)}}else if((v.isMesh||v.isLine||v.isPoints)&&(!v.frustumCulled||ee.intersectsObject(v))){let ht=F.update(v),gt=v.material;if(k&&(v.boundingSphere!==void 0?(v.boundingSphere===null&&v.computeBoundingSphere(),Ct.copy(v.boundingSphere.center)):(ht.boundingSphere===null&&ht.computeBoundingSphere(),Ct.copy(ht.boundingSphere.center)),Ct.applyMatrix4(v.matrixWorld).applyMatrix4(st)),Array.isArray(gt)){let ft=ht.groups;for(let It=0,Lt=ft.length;It<Lt;It++){let Et=ft[It],Vt=gt[Et.materialIndex];Vt&&Vt.visible&&m.push(v,ht,Vt,O,Ct.z,Et)}}else gt.visible&&m.push(v,ht,gt,O,Ct.z,null)}}let Q=v.children;for(let ht=0,gt=Q.length;ht<gt;ht++)Na(Q[ht],U,O,k)}function bc(v,U,O,k){let N=v.opaque,Q=v.transmissive,ht=v.transparent;f.setupLightsView(O),$===!0&&it.setGlobalState(y.clippingPlanes,O),k&&wt.viewport(R.copy(k)),N.length>0&&or(N,U,O),Q.length>0&&or(Q,U,O),ht.length>0&&or(ht,U,O),wt.buffers.depth.setTest(!0),wt.buffers.depth.setMask(!0),wt.buffers.color.setMask(!0),wt.setPolygonOffset(!1)}function Mc(v,U,O,k){if((O.isScene===!0?O.overrideMaterial:null)!==null)return;f.state.transmissionRenderTarget[k.id]===void 0&&(f.state.transmissionRenderTarget[k.id]=new un(1,1,{generateMipmaps:!0,type:Tt.has("EXT_color_buffer_half_float")||Tt.has("EXT_color_buffer_float")?ji:cn,minFilter:Hn,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:qt.workingColorSpace}));let Q=f.state.transmissionRenderTarget[k.id],ht=k.viewport||R;Q.setSize(ht.z*y.transmissionResolutionScale,ht.w*y.transmissionResolutionScale);let gt=y.getRenderTarget(),ft=y.getActiveCubeFace(),It=y.getActiveMipmapLevel();y.setRenderTarget(Q),y.getClearColor(z),j=y.getClearAlpha(),j<1&&y.setClearColor(16777215,.5),y.clear(),pe&&vt.render(O);let Lt=y.toneMapping;y.toneMapping=Tn;let Et=k.viewport;if(k.viewport!==void 0&&(k.viewport=void 0),f.setupLightsView(k),$===!0&&it.setGlobalState(y.clippingPlanes,k),or(v,O,k),Ht.updateMultisampleRenderTarget(Q),Ht.updateRenderTargetMipmap(Q),Tt.has("WEBGL_multisampled_render_to_texture")===!1){let Vt=!1;for(let Kt=0,fe=U.length;Kt<fe;Kt++){let oe=U[Kt],ne=oe.object,At=oe.geometry,he=oe.material,Yt=oe.group;if(he.side===Oe&&ne.layers.test(k.layers)){let ke=he.side;he.side=De,he.needsUpdate=!0,wc(ne,O,k,At,he,Yt),he.side=ke,he.needsUpdate=!0,Vt=!0}}Vt===!0&&(Ht.updateMultisampleRenderTarget(Q),Ht.updateRenderTargetMipmap(Q))}y.setRenderTarget(gt,ft,It),y.setClearColor(z,j),Et!==void 0&&(k.viewport=Et),y.toneMapping=Lt}function or(v,U,O){let k=U.isScene===!0?U.overrideMaterial:null;for(let N=0,Q=v.length;N<Q;N++){let ht=v[N],gt=ht.object,ft=ht.geometry,It=ht.group,Lt=ht.material;Lt.allowOverride===!0&&k!==null&&(Lt=k),gt.layers.test(O.layers)&&wc(gt,U,O,ft,Lt,It)}}function wc(v,U,O,k,N,Q){v.onBeforeRender(y,U,O,k,N,Q),v.modelViewMatrix.multiplyMatrices(O.matrixWorldInverse,v.matrixWorld),v.normalMatrix.getNormalMatrix(v.modelViewMatrix),N.onBeforeRender(y,U,O,k,v,Q),N.transparent===!0&&N.side===Oe&&N.forceSinglePass===!1?(N.side=De,N.needsUpdate=!0,y.renderBufferDirect(O,U,k,N,v,Q),N.side=rn,N.needsUpdate=!0,y.renderBufferDirect(O,U,k,N,v,Q),N.side=Oe):y.renderBufferDirect(O,U,k,N,v,Q),v.onAfterRender(y,U,O,k,N,Q)}function ar(v,U,O){U.isScene!==!0&&(U=Dt);let k=mt.get(v),N=f.state.lights,Q=f.state.shadowsArray,ht=N.state.version,gt=Y.getParameters(v,N.state,Q,U,O),ft=Y.getProgramCacheKey(gt),It=k.programs;k.environment=v.isMeshStandardMaterial?U.environment:null,k.fog=U.fog,k.envMap=(v.isMeshStandardMaterial?me:be).get(v.envMap||k.environment),k.envMapRotation=k.environment!==null&&v.envMap===null?U.environmentRotation:v.envMapRotation,It===void 0&&(v.addEventListener("dispose",Z),It=new Map,k.programs=It);let Lt=It.get(ft);if(Lt!==void 0){if(k.currentProgram===Lt&&k.lightsStateVersion===ht)return Ec(v,gt),Lt}else gt.uniforms=Y.getUniforms(v),v.onBeforeCompile(gt,y),Lt=Y.acquireProgram(gt,ft),It.set(ft,Lt),k.uniforms=gt.uniforms;let Et=k.uniforms;return(!v.isShaderMaterial&&!v.isRawShaderMaterial||v.clipping===!0)&&(Et.clippingPlanes=it.uniform),Ec(v,gt),k.needsLights=Md(v),k.lightsStateVersion=ht,k.needsLights&&(Et.ambientLightColor.value=N.state.ambient,Et.lightProbe.value=N.state.probe,Et.directionalLights.value=N.state.directional,Et.directionalLightShadows.value=N.state.directionalShadow,Et.spotLights.value=N.state.spot,Et.spotLightShadows.value=N.state.spotShadow,Et.rectAreaLights.value=N.state.rectArea,Et.ltc_1.value=N.state.rectAreaLTC1,Et.ltc_2.value=N.state.rectAreaLTC2,Et.pointLights.value=N.state.point,Et.pointLightShadows.value=N.state.pointShadow,Et.hemisphereLights.value=N.state.hemi,Et.directionalShadowMap.value=N.state.directionalShadowMap,Et.directionalShadowMatrix.value=N.state.directionalShadowMatrix,Et.spotShadowMap.value=N.state.spotShadowMap,Et.spotLightMatrix.value=N.state.spotLightMatrix,Et.spotLightMap.value=N.state.spotLightMap,Et.pointShadowMap.value=N.state.pointShadowMap,Et.pointShadowMatrix.value=N.state.pointShadowMatrix),k.currentProgram=Lt,k.uniformsList=null,Lt}function Sc(v){if(v.uniformsList===null){let U=v.currentProgram.getUniforms();v.uniformsList=ns.seqWithValue(U.seq,v.uniforms)}return v.uniformsList}function Ec(v,U){let O=mt.get(v);O.outputColorSpace=U.outputColorSpace,O.batching=U.batching,O.batchingColor=U.batchingColor,O.instancing=U.instancing,O.instancingColor=U.instancingColor,O.instancingMorph=U.instancingMorph,O.skinning=U.skinning,O.morphTargets=U.morphTargets,O.morphNormals=U.morphNormals,O.morphColors=U.morphColors,O.morphTargetsCount=U.morphTargetsCount,O.numClippingPlanes=U.numClippingPlanes,O.numIntersection=U.numClipIntersection,O.vertexAlphas=U.vertexAlphas,O.vertexTangents=U.vertexTangents,O.toneMapping=U.toneMapping}function vd(v,U,O,k,N){U.isScene!==!0&&(U=Dt),Ht.resetTextureUnits();let Q=U.fog,ht=k.isMeshStandardMaterial?U.environment:null,gt=D===null?y.outputColorSpace:D.isXRRenderTarget===!0?D.texture.colorSpace:ri,ft=(k.isMeshStandardMaterial?me:be).get(k.envMap||ht),It=k.vertexColors===!0&&!!O.attributes.color&&O.attributes.color.itemSize===4,Lt=!!O.attributes.tangent&&(!!k.normalMap||k.anisotropy>0),Et=!!O.morphAttributes.position,Vt=!!O.morphAttributes.normal,Kt=!!O.morphAttributes.color,fe=Tn;k.toneMapped&&(D===null||D.isXRRenderTarget===!0)&&(fe=y.toneMapping);let oe=O.morphAttributes.position||O.morphAttributes.normal||O.morphAttributes.color,ne=oe!==void 0?oe.length:0,At=mt.get(k),he=f.state.lights;if($===!0&&(lt===!0||v!==b)){let Pe=v===b&&k.id===w;it.setState(k,v,Pe)}let Yt=!1;k.version===At.__version?(At.needsLights&&At.lightsStateVersion!==he.state.version||At.outputColorSpace!==gt||N.isBatchedMesh&&At.batching===!1||!N.isBatchedMesh&&At.batching===!0||N.isBatchedMesh&&At.batchingColor===!0&&N.colorTexture===null||N.isBatchedMesh&&At.batchingColor===!1&&N.colorTexture!==null||N.isInstancedMesh&&At.instancing===!1||!N.isInstancedMesh&&At.instancing===!0||N.isSkinnedMesh&&At.skinning===!1||!N.isSkinnedMesh&&At.skinning===!0||N.isInstancedMesh&&At.instancingColor===!0&&N.instanceColor===null||N.isInstancedMesh&&At.instancingColor===!1&&N.instanceColor!==null||N.isInstancedMesh&&At.instancingMorph===!0&&N.morphTexture===null||N.isInstancedMesh&&At.instancingMorph===!1&&N.morphTexture!==null||At.envMap!==ft||k.fog===!0&&At.fog!==Q||At.numClippingPlanes!==void 0&&(At.numClippingPlanes!==it.numPlanes||At.numIntersection!==it.numIntersection)||At.vertexAlphas!==It||At.vertexTangents!==Lt||At.morphTargets!==Et||At.morphNormals!==Vt||At.morphColors!==Kt||At.toneMapping!==fe||At.morphTargetsCount!==ne)&&(Yt=!0):(Yt=!0,At.__version=k.version);let ke=At.currentProgram;Yt===!0&&(ke=ar(k,U,N));let Mi=!1,Be=!1,ls=!1,ue=ke.getUniforms(),qe=At.uniforms;if(wt.useProgram(ke.program)&&(Mi=!0,Be=!0,ls=!0),k.id!==w&&(w=k.id,Be=!0),Mi||b!==v){wt.buffers.depth.getReversed()&&v.reversedDepth!==!0&&(v._reversedDepth=!0,v.updateProjectionMatrix()),ue.setValue(I,"projectionMatrix",v.projectionMatrix),ue.setValue(I,"viewMatrix",v.matrixWorldInverse);let Ue=ue.map.cameraPosition;Ue!==void 0&&Ue.setValue(I,Rt.setFromMatrixPosition(v.matrixWorld)),$t.logarithmicDepthBuffer&&ue.setValue(I,"logDepthBufFC",2/(Math.log(v.far+1)/Math.LN2)),(k.isMeshPhongMaterial||k.isMeshToonMaterial||k.isMeshLambertMaterial||k.isMeshBasicMaterial||k.isMeshStandardMaterial||k.isShaderMaterial)&&ue.setValue(I,"isOrthographic",v.isOrthographicCamera===!0),b!==v&&(b=v,Be=!0,ls=!0)}if(N.isSkinnedMesh){ue.setOptional(I,N,"bindMatrix"),ue.setOptional(I,N,"bindMatrixInverse");let Pe=N.skeleton;Pe&&(Pe.boneTexture===null&&Pe.computeBoneTexture(),ue.setValue(I,"boneTexture",Pe.boneTexture,Ht))}N.isBatchedMesh&&(ue.setOptional(I,N,"batchingTexture"),ue.setValue(I,"batchingTexture",N._matricesTexture,Ht),ue.setOptional(I,N,"batchingIdTexture"),ue.setValue(I,"batchingIdTexture",N._indirectTexture,Ht),ue.setOptional(I,N,"batchingColorTexture"),N._colorsTexture!==null&&ue.setValue(I,"batchingColorTexture",N._colorsTexture,Ht));let Ye=O.morphAttributes;if((Ye.position!==void 0||Ye.normal!==void 0||Ye.color!==void 0)&&tt.update(N,O,ke),(Be||At.receiveShadow!==N.receiveShadow)&&(At.receiveShadow=N.receiveShadow,ue.setValue(I,"receiveShadow",N.receiveShadow)),k.isMeshGouraudMaterial&&k.envMap!==null&&(qe.envMap.value=ft,qe.flipEnvMap.value=ft.isCubeTexture&&ft.isRenderTargetTexture===!1?-1:1),k.isMeshStandardMaterial&&k.envMap===null&&U.environment!==null&&(qe.envMapIntensity.value=U.environmentIntensity),Be&&(ue.setValue(I,"toneMappingExposure",y.toneMappingExposure),At.needsLights&&bd(qe,ls),Q&&k.fog===!0&&J.refreshFogUniforms(qe,Q),J.refreshMaterialUniforms(qe,k,V,nt,f.state.transmissionRenderTarget[v.id]),ns.upload(I,Sc(At),qe,Ht)),k.isShaderMaterial&&k.uniformsNeedUpdate===!0&&(ns.upload(I,Sc(At),qe,Ht),k.uniformsNeedUpdate=!1),k.isSpriteMaterial&&ue.setValue(I,"center",N.center),ue.setValue(I,"modelViewMatrix",N.modelViewMatrix),ue.setValue(I,"normalMatrix",N.normalMatrix),ue.setValue(I,"modelMatrix",N.matrixWorld),k.isShaderMaterial||k.isRawShaderMaterial){let Pe=k.uniformsGroups;for(let Ue=0,Fa=Pe.length;Ue<Fa;Ue++){let Yn=Pe[Ue];Ot.update(Yn,ke),Ot.bind(Yn,ke)}}return ke}function bd(v,U){v.ambientLightColor.needsUpdate=U,v.lightProbe.needsUpdate=U,v.directionalLights.needsUpdate=U,v.directionalLightShadows.needsUpdate=U,v.pointLights.needsUpdate=U,v.pointLightShadows.needsUpdate=U,v.spotLights.needsUpdate=U,v.spotLightShadows.needsUpdate=U,v.rectAreaLights.needsUpdate=U,v.hemisphereLights.needsUpdate=U}function Md(v){return v.isMeshLambertMaterial||v.isMeshToonMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isShadowMaterial||v.isShaderMaterial&&v.lights===!0}this.getActiveCubeFace=function(){return T},this.getActiveMipmapLevel=function(){return C},this.getRenderTarget=function(){return D},this.setRenderTargetTextures=function(v,U,O){let k=mt.get(v);k.__autoAllocateDepthBuffer=v.resolveDepthBuffer===!1,k.__autoAllocateDepthBuffer===!1&&(k.__useRenderToTexture=!1),mt.get(v.texture).__webglTexture=U,mt.get(v.depthTexture).__webglTexture=k.__autoAllocateDepthBuffer?void 0:O,k.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(v,U){let O=mt.get(v);O.__webglFramebuffer=U,O.__useDefaultFramebuffer=U===void 0};let wd=I.createFramebuffer();this.setRenderTarget=function(v,U=0,O=0){D=v,T=U,C=O;let k=!0,N=null,Q=!1,ht=!1;if(v){let ft=mt.get(v);if(ft.__useDefaultFramebuffer!==void 0)wt.bindFramebuffer(I.FRAMEBUFFER,null),k=!1;else if(ft.__webglFramebuffer===void 0)Ht.setupRenderTarget(v);else if(ft.__hasExternalTextures)Ht.rebindTextures(v,mt.get(v.texture).__webglTexture,mt.get(v.depthTexture).__webglTexture);else if(v.depthBuffer){let Et=v.depthTexture;if(ft.__boundDepthTexture!==Et){if(Et!==null&&mt.has(Et)&&(v.width!==Et.image.width||v.height!==Et.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");Ht.setupDepthRenderbuffer(v)}}let It=v.texture;(It.isData3DTexture||It.isDataArrayTexture||It.isCompressedArrayTexture)&&(ht=!0);let Lt=mt.get(v).__webglFramebuffer;v.isWebGLCubeRenderTarget?(Array.isArray(Lt[U])?N=Lt[U][O]:N=Lt[U],Q=!0):v.samples>0&&Ht.useMultisampledRTT(v)===!1?N=mt.get(v).__webglMultisampledFramebuffer:Array.isArray(Lt)?N=Lt[O]:N=Lt,R.copy(v.viewport),B.copy(v.scissor),H=v.scissorTest}else R.copy(St).multiplyScalar(V).floor(),B.copy(zt).multiplyScalar(V).floor(),H=le;if(O!==0&&(N=wd),wt.bindFramebuffer(I.FRAMEBUFFER,N)&&k&&wt.drawBuffers(v,N),wt.viewport(R),wt.scissor(B),wt.setScissorTest(H),Q){let ft=mt.get(v.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_CUBE_MAP_POSITIVE_X+U,ft.__webglTexture,O)}else if(ht){let ft=U;for(let It=0;It<v.textures.length;It++){let Lt=mt.get(v.textures[It]);I.framebufferTextureLayer(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0+It,Lt.__webglTexture,O,ft)}}else if(v!==null&&O!==0){let ft=mt.get(v.texture);I.framebufferTexture2D(I.FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,ft.__webglTexture,O)}w=-1},this.readRenderTargetPixels=function(v,U,O,k,N,Q,ht,gt=0){if(!(v&&v.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let ft=mt.get(v).__webglFramebuffer;if(v.isWebGLCubeRenderTarget&&ht!==void 0&&(ft=ft[ht]),ft){wt.bindFramebuffer(I.FRAMEBUFFER,ft);try{let It=v.textures[gt],Lt=It.format,Et=It.type;if(!$t.textureFormatReadable(Lt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!$t.textureTypeReadable(Et)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}U>=0&&U<=v.width-k&&O>=0&&O<=v.height-N&&(v.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+gt),I.readPixels(U,O,k,N,bt.convert(Lt),bt.convert(Et),Q))}finally{let It=D!==null?mt.get(D).__webglFramebuffer:null;wt.bindFramebuffer(I.FRAMEBUFFER,It)}}},this.readRenderTargetPixelsAsync=async function(v,U,O,k,N,Q,ht,gt=0){if(!(v&&v.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let ft=mt.get(v).__webglFramebuffer;if(v.isWebGLCubeRenderTarget&&ht!==void 0&&(ft=ft[ht]),ft)if(U>=0&&U<=v.width-k&&O>=0&&O<=v.height-N){wt.bindFramebuffer(I.FRAMEBUFFER,ft);let It=v.textures[gt],Lt=It.format,Et=It.type;if(!$t.textureFormatReadable(Lt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!$t.textureTypeReadable(Et))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Vt=I.createBuffer();I.bindBuffer(I.PIXEL_PACK_BUFFER,Vt),I.bufferData(I.PIXEL_PACK_BUFFER,Q.byteLength,I.STREAM_READ),v.textures.length>1&&I.readBuffer(I.COLOR_ATTACHMENT0+gt),I.readPixels(U,O,k,N,bt.convert(Lt),bt.convert(Et),0);let Kt=D!==null?mt.get(D).__webglFramebuffer:null;wt.bindFramebuffer(I.FRAMEBUFFER,Kt);let fe=I.fenceSync(I.SYNC_GPU_COMMANDS_COMPLETE,0);return I.flush(),await Qh(I,fe,4),I.bindBuffer(I.PIXEL_PACK_BUFFER,Vt),I.getBufferSubData(I.PIXEL_PACK_BUFFER,0,Q),I.deleteBuffer(Vt),I.deleteSync(fe),Q}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(v,U=null,O=0){let k=Math.pow(2,-O),N=Math.floor(v.image.width*k),Q=Math.floor(v.image.height*k),ht=U!==null?U.x:0,gt=U!==null?U.y:0;Ht.setTexture2D(v,0),I.copyTexSubImage2D(I.TEXTURE_2D,O,0,0,ht,gt,N,Q),wt.unbindTexture()};let Sd=I.createFramebuffer(),Ed=I.createFramebuffer();this.copyTextureToTexture=function(v,U,O=null,k=null,N=0,Q=null){Q===null&&(N!==0?(oi("WebGLRenderer: copyTextureToTexture function signature has changed to support src and dst mipmap levels."),Q=N,N=0):Q=0);let ht,gt,ft,It,Lt,Et,Vt,Kt,fe,oe=v.isCompressedTexture?v.mipmaps[Q]:v.image;if(O!==null)ht=O.max.x-O.min.x,gt=O.max.y-O.min.y,ft=O.isBox3?O.max.z-O.min.z:1,It=O.min.x,Lt=O.min.y,Et=O.isBox3?O.min.z:0;else{let Ye=Math.pow(2,-N);ht=Math.floor(oe.width*Ye),gt=Math.floor(oe.height*Ye),v.isDataArrayTexture?ft=oe.depth:v.isData3DTexture?ft=Math.floor(oe.depth*Ye):ft=1,It=0,Lt=0,Et=0}k!==null?(Vt=k.x,Kt=k.y,fe=k.z):(Vt=0,Kt=0,fe=0);let ne=bt.convert(U.format),At=bt.convert(U.type),he;U.isData3DTexture?(Ht.setTexture3D(U,0),he=I.TEXTURE_3D):U.isDataArrayTexture||U.isCompressedArrayTexture?(Ht.setTexture2DArray(U,0),he=I.TEXTURE_2D_ARRAY):(Ht.setTexture2D(U,0),he=I.TEXTURE_2D),I.pixelStorei(I.UNPACK_FLIP_Y_WEBGL,U.flipY),I.pixelStorei(I.UNPACK_PREMULTIPLY_ALPHA_WEBGL,U.premultiplyAlpha),I.pixelStorei(I.UNPACK_ALIGNMENT,U.unpackAlignment);let Yt=I.getParameter(I.UNPACK_ROW_LENGTH),ke=I.getParameter(I.UNPACK_IMAGE_HEIGHT),Mi=I.getParameter(I.UNPACK_SKIP_PIXELS),Be=I.getParameter(I.UNPACK_SKIP_ROWS),ls=I.getParameter(I.UNPACK_SKIP_IMAGES);I.pixelStorei(I.UNPACK_ROW_LENGTH,oe.width),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,oe.height),I.pixelStorei(I.UNPACK_SKIP_PIXELS,It),I.pixelStorei(I.UNPACK_SKIP_ROWS,Lt),I.pixelStorei(I.UNPACK_SKIP_IMAGES,Et);let ue=v.isDataArrayTexture||v.isData3DTexture,qe=U.isDataArrayTexture||U.isData3DTexture;if(v.isDepthTexture){let Ye=mt.get(v),Pe=mt.get(U),Ue=mt.get(Ye.__renderTarget),Fa=mt.get(Pe.__renderTarget);wt.bindFramebuffer(I.READ_FRAMEBUFFER,Ue.__webglFramebuffer),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,Fa.__webglFramebuffer);for(let Yn=0;Yn<ft;Yn++)ue&&(I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,mt.get(v).__webglTexture,N,Et+Yn),I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,mt.get(U).__webglTexture,Q,fe+Yn)),I.blitFramebuffer(It,Lt,ht,gt,Vt,Kt,ht,gt,I.DEPTH_BUFFER_BIT,I.NEAREST);wt.bindFramebuffer(I.READ_FRAMEBUFFER,null),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else if(N!==0||v.isRenderTargetTexture||mt.has(v)){let Ye=mt.get(v),Pe=mt.get(U);wt.bindFramebuffer(I.READ_FRAMEBUFFER,Sd),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,Ed);for(let Ue=0;Ue<ft;Ue++)ue?I.framebufferTextureLayer(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Ye.__webglTexture,N,Et+Ue):I.framebufferTexture2D(I.READ_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,Ye.__webglTexture,N),qe?I.framebufferTextureLayer(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,Pe.__webglTexture,Q,fe+Ue):I.framebufferTexture2D(I.DRAW_FRAMEBUFFER,I.COLOR_ATTACHMENT0,I.TEXTURE_2D,Pe.__webglTexture,Q),N!==0?I.blitFramebuffer(It,Lt,ht,gt,Vt,Kt,ht,gt,I.COLOR_BUFFER_BIT,I.NEAREST):qe?I.copyTexSubImage3D(he,Q,Vt,Kt,fe+Ue,It,Lt,ht,gt):I.copyTexSubImage2D(he,Q,Vt,Kt,It,Lt,ht,gt);wt.bindFramebuffer(I.READ_FRAMEBUFFER,null),wt.bindFramebuffer(I.DRAW_FRAMEBUFFER,null)}else qe?v.isDataTexture||v.isData3DTexture?I.texSubImage3D(he,Q,Vt,Kt,fe,ht,gt,ft,ne,At,oe.data):U.isCompressedArrayTexture?I.compressedTexSubImage3D(he,Q,Vt,Kt,fe,ht,gt,ft,ne,oe.data):I.texSubImage3D(he,Q,Vt,Kt,fe,ht,gt,ft,ne,At,oe):v.isDataTexture?I.texSubImage2D(I.TEXTURE_2D,Q,Vt,Kt,ht,gt,ne,At,oe.data):v.isCompressedTexture?I.compressedTexSubImage2D(I.TEXTURE_2D,Q,Vt,Kt,oe.width,oe.height,ne,oe.data):I.texSubImage2D(I.TEXTURE_2D,Q,Vt,Kt,ht,gt,ne,At,oe);I.pixelStorei(I.UNPACK_ROW_LENGTH,Yt),I.pixelStorei(I.UNPACK_IMAGE_HEIGHT,ke),I.pixelStorei(I.UNPACK_SKIP_PIXELS,Mi),I.pixelStorei(I.UNPACK_SKIP_ROWS,Be),I.pixelStorei(I.UNPACK_SKIP_IMAGES,ls),Q===0&&U.generateMipmaps&&I.generateMipmap(he),wt.unbindTexture()},this.copyTextureToTexture3D=function(v,U,O=null,k=null,N=0){return oi('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(v,U,O,k,N)},this.initRenderTarget=function(v){mt.get(v).__webglFramebuffer===void 0&&Ht.setupRenderTarget(v)},this.initTexture=function(v){v.isCubeTexture?Ht.setTextureCube(v,0):v.isData3DTexture?Ht.setTexture3D(v,0):v.isDataArrayTexture||v.isCompressedArrayTexture?Ht.setTexture2DArray(v,0):Ht.setTexture2D(v,0),wt.unbindTexture()},this.resetState=function(){T=0,C=0,D=null,wt.reset(),ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return sn}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=qt._getDrawingBufferColorSpace(t),e.unpackColorSpace=qt._getUnpackColorSpace()}};function G(s,t={},...e){let[n,...i]=s.split("."),r=document.createElement(n||"div");i.length&&(r.className=i.join(" "));for(let[o,a]of Object.entries(t))a==null||a===!1||(o.startsWith("on")?r.addEventListener(o.slice(2),a):o in r&&!o.startsWith("aria")?r[o]=a:r.setAttribute(o,a===!0?"":a));return r.append(...e.flat(1/0).filter(o=>o!=null)),r}var ic=0;function ir({label:s,min:t,max:e,step:n="any",value:i,show:r=c=>c,oninput:o,onchange:a,title:l}){let c=`s${++ic}`,h=G("output",{htmlFor:c},String(r(i))),u=G("input",{id:c,type:"range",min:t,max:e,step:n,title:l});u.value=i;let d=()=>{h.textContent=r(Number(u.value)),u.setAttribute("aria-valuetext",h.textContent),u.style.setProperty("--part",`${100*(u.value-u.min)/(u.max-u.min)}%`)};u.addEventListener("input",()=>{d(),o?.(Number(u.value))}),u.addEventListener("change",()=>a?.(Number(u.value))),d();let p=G(".slider",{},G("label",{htmlFor:c},s),h,u);return p.set=g=>{u.value=g,d()},p.range=(g,_)=>{u.min=g,u.max=_,d()},p.input=u,p}function Gn({label:s,options:t,value:e,onchange:n}){let i=`c${++ic}`,r=t.map(([a,l])=>{let c=G("input",{type:"radio",name:i,value:a,checked:a===e,onchange:()=>n(a)});return G("label",{},c,G("span",{},l))}),o=G("fieldset.choice",{},G("legend",{},s),G(".options",{},r));return o.set=a=>{for(let l of r)l.firstChild.checked=l.firstChild.value===a},o}function sc({label:s,options:t,value:e,onchange:n}){let i=`l${++ic}`,r=G("select",{id:i,onchange:()=>n(r.value)},t.map(([a,l])=>G("option",{value:a,selected:a===e},l))),o=G(".field",{},G("label",{htmlFor:i},s),r);return o.set=a=>{r.value=a},o}function xi({label:s,value:t,onchange:e,keys:n}){let i=G("input",{type:"checkbox",checked:t,onchange:()=>e(i.checked)}),r=G("label.check",{},i,G("span",{},s),n?G("kbd",{},n):null);return r.set=o=>{i.checked=o},r.input=i,r}function te(s,t,{keys:e,title:n,pressed:i,kind:r=""}={}){let o=G(`button${r&&"."+r}`,{type:"button",onclick:t,title:n},s,e?G("kbd",{},e):null);return i!==void 0&&o.setAttribute("aria-pressed",i),o.press=a=>o.setAttribute("aria-pressed",a),o}function _e(s,t="error"){[...document.querySelectorAll("#toasts > div")].find(i=>i.firstChild.textContent===s)?.remove();let n=G(`.toast.${t}`,{},G("span",{},s),G("button",{type:"button",onclick:()=>n.remove(),"aria-label":"✕"},"✕"));document.getElementById("toasts").append(n),setTimeout(()=>n.remove(),t==="error"?9e3:3500)}function aa(s,t){return s instanceof Element?s.matches("input[type=range],input[type=radio]")?/^(Arrow|Home|End|Page)/.test(t):s.matches("input[type=checkbox],button,a,summary")?t===" "||t==="Enter":s.matches("input,select,textarea,dialog *"):!1}var e_={5121:Uint8Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},n_={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT4:16};function la(s){let t=new DataView(s);if(t.getUint32(0,!0)!==1179937895)throw new Error("no GLB");let e=t.getUint32(12,!0),n=JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,e))),i=28+e,r=d=>d===void 0?null:a_(n,s,i,d),o=n.meshes[0],a=n.skins[0],[{targets:l=[],attributes:c}]=o.primitives,h=o.primitives.map(d=>i_(d,r,n));l.forEach((d,p)=>{p===0&&(h[0].positions=r(c.POSITION).slice()),r_(h[0].positions,o.weights?.[p]??0,()=>r(d.POSITION))});for(let d of n.nodes.find(p=>p.mesh===0)?.extensions?.MSFT_lod?.ids??[]){let{primitives:p}=n.meshes[n.nodes[d].mesh];o.primitives.forEach((g,_)=>h[_].levels.push(r(p.find(m=>m.material===g.material&&m.attributes.POSITION===g.attributes.POSITION)?.indices)))}let u=(n.images??[]).map(({name:d,bufferView:p})=>({name:d,bytes:new Uint8Array(s,i+(n.bufferViews[p].byteOffset??0),n.bufferViews[p].byteLength)}));return{...h[0],parts:h,images:u,betas:o.extras?.betas??[],betaCount:l.length,inverseBinds:r(a.inverseBindMatrices),joints:a.joints.map(d=>o_(n,a,d))}}function i_({attributes:s,indices:t,material:e},n,i){return{positions:n(s.POSITION),normals:n(s.NORMAL),uvs:n(s.TEXCOORD_0),indices:n(t),skinIndex:n(s.JOINTS_0),skinWeight:n(s.WEIGHTS_0),material:s_(i,e),levels:[]}}function s_(s,t){let{name:e="",pbrMetallicRoughness:n={},alphaMode:i="OPAQUE",doubleSided:r=!1}=s.materials?.[t]??{},o=n.baseColorTexture?.index;return{name:e,color:n.baseColorFactor??[1,1,1,1],roughness:n.roughnessFactor??1,image:o===void 0?-1:s.textures[o].source,alpha:i,isTwoSided:r}}function r_(s,t,e){if(!t)return;let n=e();for(let i=0;i<s.length;i++)s[i]+=t*n[i]}function o_(s,t,e){let n=s.nodes.findIndex(a=>a.children?.includes(e)),{name:i,translation:r=[0,0,0],rotation:o=[0,0,0,1]}=s.nodes[e];return{name:i,parent:t.joints.indexOf(n),offset:r,rotation:o}}function a_(s,t,e,n){let i=s.accessors[n],r=s.bufferViews[i.bufferView],o=e_[i.componentType],a=n_[i.type],l=e+(r.byteOffset??0)+(i.byteOffset??0),c=r.byteStride??a*o.BYTES_PER_ELEMENT;if(c===a*o.BYTES_PER_ELEMENT&&l%o.BYTES_PER_ELEMENT===0)return new o(t,l,a*i.count);let h=new o(a*i.count);for(let u=0;u<i.count;u++)h.set(new o(t.slice(l+u*c,l+u*c+a*o.BYTES_PER_ELEMENT)),u*a);return h}function Du({yaw:s,root:t},e){let n=Math.cos(s),i=Math.sin(s);e.set([n,0,i,t[0],0,1,0,t[1],-i,0,n,t[2]])}function ca({joints:s,rig:t},e,n,i,r,o){for(let a=0;a<s.length;a++){let{parent:l,offset:c}=s[a];l<0?Pu(r,12*a,i,0,e,4*a,n):Pu(r,12*a,r,12*l,e,4*a,c),l_(o,r,12*a,t.inverseBinds,16*a)}}function Pu(s,t,e,n,i,r,o){let a=i[r],l=i[r+1],c=i[r+2],h=i[r+3],u=1-2*(l*l+c*c),d=2*(a*l-h*c),p=2*(a*c+h*l),g=2*(a*l+h*c),_=1-2*(a*a+c*c),m=2*(l*c-h*a),f=2*(a*c-h*l),S=2*(l*c+h*a),M=1-2*(a*a+l*l);for(let y=0;y<12;y+=4){let A=e[n+y],T=e[n+y+1],C=e[n+y+2];s[t+y]=A*u+T*g+C*f,s[t+y+1]=A*d+T*_+C*S,s[t+y+2]=A*p+T*m+C*M,s[t+y+3]=A*o[0]+T*o[1]+C*o[2]+e[n+y+3]}}function l_(s,t,e,n,i){for(let r=0;r<12;r+=4){let o=t[e+r],a=t[e+r+1],l=t[e+r+2];for(let c=0;c<4;c++)s[e+r+c]=o*n[i+4*c]+a*n[i+4*c+1]+l*n[i+4*c+2]+(c===3?t[e+r+3]:0)}}function ha({positions:s,normals:t,joints:e,weights:n},i,r,o,a,l){let c=s[3*r],h=s[3*r+1],u=s[3*r+2],d=t[3*r],p=t[3*r+1],g=t[3*r+2];for(let _=0;_<3;_++){let m=0,f=0;for(let S=4*r;S<4*r+4;S++){let M=12*e[S]+4*_,y=n[S];y!==0&&(m+=y*(i[M]*c+i[M+1]*h+i[M+2]*u+i[M+3]),f+=y*(i[M]*d+i[M+1]*p+i[M+2]*g))}o[l+_]=m,a[l+_]=f}}function Uu(s,t=new Float32Array(s.length/12*8)){for(let e=0,n=0;e<s.length;e+=12,n+=8){let[i,r,o,a]=c_(s,e),l=s[e+3],c=s[e+7],h=s[e+11];t.set([i,r,o,a,.5*(l*a+c*o-h*r),.5*(c*a+h*i-l*o),.5*(h*a+l*r-c*i),-.5*(l*i+c*r+h*o)],n)}return t}function c_(s,t){let[e,n,i,,r,o,a,,l,c,h]=s.subarray(t,t+12),u=f=>Math.sqrt(Math.max(0,f))/2,d=u(1+e-o-h),p=u(1-e+o-h),g=u(1-e-o+h),_=u(1+e+o+h),m=Math.max(d,p,g,_);return m===_?[(c-a)/(4*_),(i-l)/(4*_),(r-n)/(4*_),_]:m===d?[d,(n+r)/(4*d),(i+l)/(4*d),(c-a)/(4*d)]:m===p?[(n+r)/(4*p),p,(a+c)/(4*p),(i-l)/(4*p)]:[(i+l)/(4*g),(a+c)/(4*g),g,(r-n)/(4*g)]}var yi=new Float32Array(8);function Nu({positions:s,normals:t,joints:e,weights:n},i,r,o,a,l){let c=8*e[4*r];yi.fill(0);for(let M=4*r;M<4*r+4;M++){let y=8*e[M],A=0;for(let C=0;C<4;C++)A+=i[c+C]*i[y+C];let T=A<0?-n[M]:n[M];for(let C=0;C<8;C++)yi[C]+=T*i[y+C]}let h=1/Math.hypot(yi[0],yi[1],yi[2],yi[3]),[u,d,p,g,_,m,f,S]=yi.map(M=>M*h);Lu(u,d,p,g,s,3*r,o,l),Lu(u,d,p,g,t,3*r,a,l),o[l]+=2*(g*_-S*u+d*f-p*m),o[l+1]+=2*(g*m-S*d+p*_-u*f),o[l+2]+=2*(g*f-S*p+u*m-d*_)}function Lu(s,t,e,n,i,r,o,a){let l=2*(t*i[r+2]-e*i[r+1]),c=2*(e*i[r]-s*i[r+2]),h=2*(s*i[r+1]-t*i[r]);o[a]=i[r]+n*l+t*h-e*c,o[a+1]=i[r+1]+n*c+e*l-s*h,o[a+2]=i[r+2]+n*h+s*c-t*l}var Fu={en:{motion:"Motion",body:"Body",server:"Server",guide:"Guide",tour:"Tour",starts:"Five minutes each",pitfalls:"What goes wrong",copyText:"Copy",copied:"Copied.",notCopied:"The browser does not let the page copy; mark the text instead.",theme:"Dark or light",language:"中文",panel:"Show or hide the panel",view:"Scene: drag to turn, wheel to zoom",characters:"Characters",figure:"Figure",asBody:"Body",asBones:"Bones",both:"Both",scene:"Ground",flat:"Flat",hills:"Hills",rolling:"Rolling",rocky:"Rocks",steps:"Steps",course:"Course",show:"Show",trajectory:"Trajectory",footprints:"Footprints",path:"Path",drawPath:"Draw",circle:"Circle",eight:"Eight",stop:"Stop",drawHint:"Draw on the ground with the pointer.",reach:"Reach",leftHand:"Left hand",rightHand:"Right hand",reachHint:"Drag the ball; the hand goes there.",slide:"Foot slide",slideIs:"How fast toes move over the ground while they are planted",speed:"Speed",gait:"Gait",frames:"Pictures",stand:"standing",walk:"walking",jog:"jogging",crouch:"crouching",jump:"jumping",bump:"bumping",keys:"Keys",kMove:"walk",kJog:"jog",kRun:"run",kCrouch:"crouch",kJump:"jump",hold:"hold",kStrafe:"sideways",kTurn:"turn the camera",kZoom:"zoom",kNext:"next character",kPath:"draw a path",kReach:"reach",kRecord:"record",kReset:"back to the middle",reset:"Back to the middle",shape:"Body shape",connecting:"Connecting …",waiting:"The connection was lost. Trying again …",closed:"The session has ended.",again:"Connect again",noMotion:"No motion network is loaded, so nobody can walk yet. Put motion.safetensors into the models folder, or name one under models in posed.yaml, and start posed again.",noWebgl:"This browser gives no WebGL, so there is nothing to draw with.",noServer:"posed does not answer. Is it still running?",busy:"The server has all the characters it can move in time.",limit:"The server allows no more characters in a session.",tooMany:"The server is full: no more sessions.",askKey:"This server asks for an API key.",key:"API key",open:"Open",others:"The others",wander:"Wander",copy:"Do as I do",model:"Model",measures:"Measurements",betas:"Shape coefficients",pose:"Pose",skinning:"Skinning",undo:"Undo",redo:"Redo",link:"Copy link",linked:"The link is in the clipboard.",download:"GLB",rigged:"GLB with skeleton",resetShape:"Average",random:"Random",handles:"Pose by hand",showHandles:"Handles",handleKeys:"Drag a ball, or go to its button: arrows and Page keys move it, Shift farther.",limits:"Joint limits",atLimit:"At its limit:",pelvis:"Pelvis",solver:"Solver",auto:"automatic",style:"Style",any:"any",iterations:"iterations",reached:"Reached:",stalled:"It got stuck;",budget:"Time was up;",compare:"Skinning side by side",withP:"with P",withoutP:"without P",default:"Neutral",female:"Female",male:"Male",record:"Record",recording:"Stop and save",recorded:"Saved as a GLB with animation.",nothingRecorded:"Nothing was recorded: only bodies can be.",tooFast:"Too many requests for this key; wait a moment.",full:"The server is busy; try again in a moment.",tooLarge:"That is more than the server takes in one request.",walkWith:"Walk with this body",height:"Height",mass:"Mass",chest_girth:"Chest",waist_girth:"Waist",hip_girth:"Hips",shoulder_width:"Shoulders",arm_length:"Arm",inside_leg_height:"Inside leg",rest:"T-pose",relaxed:"Relaxed",apose:"A-pose",sit:"Sit",wave:"Wave",squat:"Squat",stride:"Stride",think:"Think",compromise:"These measurements contradict each other; this is the nearest body.",unreachable:"Out of reach; this is the nearest pose:",roundTrip:"Round trip",late:"Tick late by",load:"Load",rate:"Frames",bytes:"Received",dropped:"Dropped",sessions:"Sessions",resident:"Models",vertices:"vertices",joints:"joints",version:"Version",licence:"Licence",interface:"The interface",metrics:"Metrics",ofTick:"of a tick",perSecond:"/s",everyone:"all characters here",left_hand:"Left hand",right_hand:"Right hand",left_foot:"Left foot",right_foot:"Right foot",head:"Head"},zh:{motion:"动作",body:"人体",server:"服务器",guide:"指南",tour:"导览",starts:"五分钟入门",pitfalls:"常见问题",copyText:"复制",copied:"已复制。",notCopied:"浏览器不允许复制,请手动选择文字。",theme:"深色或浅色",language:"English",panel:"显示或隐藏面板",view:"场景:拖动旋转,滚轮缩放",characters:"角色数",figure:"外形",asBody:"人体",asBones:"骨骼",both:"两者",scene:"地面",flat:"平地",hills:"山丘",rolling:"起伏",rocky:"岩石",steps:"台阶",course:"障碍场",show:"显示",trajectory:"轨迹",footprints:"脚印",path:"路径",drawPath:"绘制",circle:"圆形",eight:"八字",stop:"停止",drawHint:"用指针在地面上画路径。",reach:"伸手",leftHand:"左手",rightHand:"右手",reachHint:"拖动小球,手会伸过去。",slide:"脚滑",slideIs:"脚趾着地时在地面上移动的速度",speed:"速度",gait:"步态",frames:"帧率",stand:"站立",walk:"行走",jog:"慢跑",crouch:"蹲伏",jump:"跳跃",bump:"碰撞",keys:"按键",kMove:"行走",kJog:"慢跑",kRun:"快跑",kCrouch:"蹲伏",kJump:"跳跃",hold:"按住",kStrafe:"侧移",kTurn:"转动镜头",kZoom:"缩放",kNext:"下一个角色",kPath:"画路径",kReach:"伸手",kRecord:"录制",kReset:"回到中央",reset:"回到中央",shape:"体型",connecting:"正在连接……",waiting:"连接中断,正在重试……",closed:"会话已结束。",again:"重新连接",noMotion:"没有加载动作网络,角色还不能行走。请把 motion.safetensors 放入 models 文件夹,或在 posed.yaml 的 models 中指定,然后重启 posed。",noWebgl:"此浏览器不支持 WebGL,无法绘制。",noServer:"posed 没有应答,它还在运行吗?",busy:"服务器已达到可实时驱动的角色上限。",limit:"服务器不允许一个会话有更多角色。",tooMany:"服务器已满,无法新建会话。",askKey:"此服务器需要 API 密钥。",key:"API 密钥",open:"打开",others:"其他角色",wander:"漫步",copy:"跟我做",model:"模型",measures:"尺寸",betas:"形状系数",pose:"姿势",skinning:"蒙皮",undo:"撤销",redo:"重做",link:"复制链接",linked:"链接已复制。",download:"GLB",rigged:"带骨骼的 GLB",resetShape:"平均",random:"随机",handles:"手动摆姿势",showHandles:"控制点",handleKeys:"拖动小球;或选中其按钮后用方向键和 Page 键移动,按 Shift 移动更远。",limits:"关节限位",atLimit:"已达限位:",pelvis:"骨盆",solver:"求解器",auto:"自动",style:"风格",any:"任意",iterations:"次迭代",reached:"已到达:",stalled:"求解停滞:",budget:"时间用完:",compare:"并排比较蒙皮",withP:"含 P",withoutP:"不含 P",default:"中性",female:"女性",male:"男性",record:"录制",recording:"停止并保存",recorded:"已保存为带动画的 GLB。",nothingRecorded:"没有录到内容:只能录制人体。",tooFast:"此密钥请求过多,请稍候。",full:"服务器繁忙,请稍后再试。",tooLarge:"请求超过了服务器的上限。",walkWith:"用这个身体行走",height:"身高",mass:"体重",chest_girth:"胸围",waist_girth:"腰围",hip_girth:"臀围",shoulder_width:"肩宽",arm_length:"臂长",inside_leg_height:"腿内侧长",rest:"T 形",relaxed:"放松",apose:"A 形",sit:"坐",wave:"挥手",squat:"深蹲",stride:"跨步",think:"思考",compromise:"这些尺寸互相矛盾,显示的是最接近的身体。",unreachable:"够不到,显示最接近的姿势:",roundTrip:"往返时间",late:"节拍延迟",load:"负载",rate:"帧",bytes:"接收",dropped:"丢弃",sessions:"会话",resident:"模型",vertices:"顶点",joints:"关节",version:"版本",licence:"许可",interface:"接口",metrics:"指标",ofTick:"每拍",perSecond:"/秒",everyone:"此处所有角色",left_hand:"左手",right_hand:"右手",left_foot:"左脚",right_foot:"右脚",head:"头"}},h_=(()=>{try{return localStorage.getItem("posed.language")}catch{return null}})(),vi=h_??(navigator.language?.startsWith("zh")?"zh":"en");document.documentElement.lang=vi==="zh"?"zh-Hans":"en";var q=s=>Fu[vi][s]??Fu.en[s]??s,u_={left:"左",right:"右",hip:"髋",knee:"膝",ankle:"踝",foot:"脚",spine1:"腰椎",spine2:"下胸椎",spine3:"上胸椎",neck:"颈",head:"头",collar:"锁骨",shoulder:"肩",elbow:"肘",wrist:"腕",hand:"手",pelvis:"骨盆"};function Ou(s){return vi==="zh"?s.split("_").map(t=>u_[t]??t).join(""):s.replaceAll("_"," ")}function ku(){try{localStorage.setItem("posed.language",vi==="en"?"zh":"en")}catch{}location.reload()}var rc=[["lbs",!0],["dqs",!0],["lbs",!1],["dqs",!1]],d_=.95,ua=class{constructor(t){Object.assign(this,{body:t,isOn:!1,rigs:new Map,group:new xe}),this.meshes=rc.map((e,n)=>{let i=new Qt(new Zt,new Ee({color:n<2?14274499:9414333}));return Object.assign(i,{castShadow:!0,receiveShadow:!0,frustumCulled:!1})}),this.meshes.forEach((e,n)=>e.position.set((n-1.5)*d_,0,0)),this.tags=rc.map(([e,n])=>G("span.tag",{},`${e.toUpperCase()} ${q(n?"withP":"withoutP")}`)),this.group.add(...this.meshes),this.group.visible=!1,t.group.add(this.group),t.view.listeners.add(this)}set(t){if(this.isOn=this.group.visible=t,t)document.body.append(...this.tags);else for(let e of this.tags)e.remove();this.body.mesh.visible=!t,t&&(this.body.view.camera.distance=Math.max(this.body.view.camera.distance,6.4)),this.body.handles.place(),this.body.apply()}async draw(t){let{client:e,facts:n}=this.body,i=this.body.fields(t),r=["vertices","normals","joints","faces"],o=d=>({...i,translation:[0,0,0],skinning:rc[d][0],include:r}),[a,l,c,h]=await Promise.all([e.mesh(t.model,o(0)),e.mesh(t.model,o(1)),e.mesh(t.model,{betas:i.betas,include:r}),this.rig(t.model)]),u=this.without(c,h,i.quaternions,n);[a,l,...u].forEach((d,p)=>fs({BufferAttribute:Wt},this.meshes[p].geometry,d))}rig(t){return this.rigs.has(t)||this.rigs.set(t,this.body.client.glb(t,{rig:!0}).then(la)),this.rigs.get(t)}without(t,e,n,{parents:i}){let r=p=>[...t.joints.subarray(3*p,3*p+3)],o=new Float32Array(16*e.joints.length),a=e.joints.map((p,g)=>{let _=i[g]??-1,m=r(g);return o.set([1,0,0,0,0,1,0,0,0,0,1,0,...m.map(f=>-f),1],16*g),{parent:_,offset:_<0?m:m.map((f,S)=>f-t.joints[3*_+S])}}),l=new Float32Array(12*a.length),c=new Float32Array(l.length),h=Float32Array.from([1,0,0,0,0,1,0,0,0,0,1,0]);ca({joints:a,rig:{inverseBinds:o}},n.flat(),a[0].offset,h,l,c);let u={positions:t.vertices,normals:t.normals,joints:e.skinIndex,weights:e.skinWeight},d=Uu(c);return[[ha,c],[Nu,d]].map(([p,g])=>{let _=new Float32Array(t.vertices.length),m=new Float32Array(_.length);for(let f=0;f<_.length/3;f++)p(u,g,f,_,m,3*f);return{vertices:f_(_),normals:m,faces:t.faces}})}update(){if(!this.isOn||!this.body.group.visible)return;let{eye:t}=this.body.view.camera,{clientWidth:e,clientHeight:n}=this.body.view.canvas,i=new P;this.tags.forEach((r,o)=>{i.set(this.meshes[o].position.x,2,0).project(t),r.style.transform=`translate(-50%, -100%) translate(${(i.x+1)/2*e}px, ${(1-i.y)/2*n}px)`})}show(t){for(let e of this.tags)t||e.remove();t&&this.isOn&&document.body.append(...this.tags)}};function f_(s){let t=1/0;for(let e=1;e<s.length;e+=3)t=Math.min(t,s[e]);for(let e=1;e<s.length;e+=3)s[e]-=t;return s}var oc=.018,Bu=160,p_=9,m_=480,g_=400,__=.4,x_=.15,y_=.16,sr=class{constructor(t,e,n){Object.assign(this,{shape:t,most:e,count:0,isShown:!0});let i=new Zt;for(let[r,o]of[["position",3],["color",4]])i.setAttribute(r,new Wt(new Float32Array(o*t.length*e),o).setUsage(er));this.mesh=new Qt(i,new fn({vertexColors:!0,transparent:!0,opacity:.9,depthWrite:!1,side:Oe,forceSinglePass:!0})),Object.assign(this.mesh,{frustumCulled:!1,renderOrder:n})}clear(){this.count=0}add(t,e,n,i,r,{heightAt:o=null,size:a=1,opacity:l=1}={}){if(this.count>=this.most)return;let{position:c,color:h}=this.mesh.geometry.attributes,u=a*Math.cos(i),d=a*Math.sin(i),p=this.shape.length*this.count++;for(let[g,_,m=1]of this.shape)c.setXYZ(p,t+u*g+d*_,e,n-d*g+u*_),o&&c.setY(p,o(c.getX(p),c.getZ(p))+oc),h.setXYZW(p++,r.r,r.g,r.b,m*l)}send(){let{geometry:t}=this.mesh,e=this.shape.length*this.count;t.setDrawRange(0,e),this.mesh.visible=this.isShown&&e>0;for(let n of Object.values(t.attributes))n.clearUpdateRanges(),n.addUpdateRange(0,n.itemSize*e),n.needsUpdate=e>0}},v_=[[0,.075],[.055,-.045],[0,-.018],[0,.075],[0,-.018],[-.055,-.045]],ac=(s,t,e,n)=>Array.from({length:n},(i,r)=>[r,r+1].map(o=>[t*Math.sin(2*Math.PI*o/n),s+e*Math.cos(2*Math.PI*o/n)])).flatMap(i=>[[0,s],...i]),b_=ac(0,1,1,14).map(([s,t],e)=>[s,t,e%3?0:1]),M_=[...ac(.055,.046,.085,10),...ac(-.085,.034,.042,8)],da=class{constructor(t,e){Object.assign(this,{view:t,ground:e,prints:[],at:0,now:0,showTrajectory:!1,showPrints:!1,color:new _t,world:new Float32Array(36)}),this.dots=new sr(v_,m_,2),this.soles=new sr(M_,Bu,1),this.line=new Ns(new Zt,new Yi({color:16777215,transparent:!0,opacity:.9})),this.line.frustumCulled=this.line.visible=!1,t.scene.add(this.dots.mesh,this.soles.mesh,this.line),this.heightAt=(n,i)=>e.heightAt(n,i),this.theme(t.colors),t.listeners.add(this)}show(t){for(let e of[this.dots,this.soles])e.mesh.visible=e.isShown=t;this.line.visible=t}theme(t){this.future=new _t(t.mark),this.past=new _t(t.line),this.haze=new _t(t.ground),this.feet=[new _t(4173434),new _t(14715452)],this.line.material.color.copy(this.future)}trajectories(t){this.dots.clear();for(let e of this.showTrajectory?t:[]){if(!e.trajectory)continue;let{points:n,facings:i}=e.trajectory,r=i.length/2;jn(e,n,this.world);for(let o=0;o<i.length;o++)this.dots.add(this.world[3*o],this.world[3*o+1]+oc,this.world[3*o+2],e.yaw+i[o],o<r?this.past:this.future)}this.dots.send()}footprint(t,e,n,i,r){this.prints[this.at++%Bu]={side:t,x:e,y:n,z:i,yaw:r,time:this.now}}forgetPrints(){this.prints=[],this.at=0}update(t,e){this.now=e,this.soles.clear();for(let n of this.showPrints?this.prints:[]){let i=(e-n.time)/p_;i<1&&this.soles.add(n.x,n.y+oc,n.z,n.yaw,this.color.copy(this.feet[n.side]).lerp(this.haze,i))}this.soles.send()}path(t,e=!1){let n=e&&t.length?[...t,t[0]]:t;this.line.geometry.dispose(),this.line.geometry=new Zt().setFromPoints(n.map(([i,r])=>new P(i,this.ground.heightAt(i,r)+.03,r)))}},ss=class{constructor(t,e,n){this.view=e,this.heightAt=(i,r)=>n?.heightAt(i,r)??0,this.spots=new sr(b_,g_,0),t.add(this.spots.mesh),this.theme()}theme(){this.dark=new _t(this.view.colors.ground).multiplyScalar(.12)}begin(){this.spots.clear()}below(t,e=0,n=0){if(!this.view.sun.castShadow)for(let i=0;i<t.length;i+=3){let r=[t[i]+e,t[i+2]+n],o=t[i+1]-this.heightAt(...r);o<__&&this.spot(...r,y_+.4*Math.max(0,o),.75*Math.exp(-Math.max(0,o)/x_))}}spot(t,e,n,i){this.view.sun.castShadow||this.spots.add(t,0,e,0,this.dark,{heightAt:this.heightAt,size:n,opacity:i})}send(){this.spots.send()}},w_=new Bs(1,20,14),bi=class{constructor(t,e,n=.05){this.view=t,this.mesh=new Qt(w_,new fn({color:e,transparent:!0,opacity:.85,depthTest:!1})),this.mesh.renderOrder=9,this.mesh.scale.setScalar(n),this.radius=n,t.scene.add(this.mesh)}get position(){return this.mesh.position}miss(t){let e=Math.max(1.6*this.radius,.03*t.origin.distanceTo(this.position));return this.mesh.visible?t.distanceToPoint(this.position)/e:1/0}drag(t,e,n=()=>{}){let i=this.view.camera.eye.getWorldDirection(new P),r=new je().setFromNormalAndCoplanarPoint(i,this.position),o=this.position.clone(),a=new P,l=t.intersectPlane(r,new P)??o.clone();return{move:(c,h)=>{h.intersectPlane(r,a)&&(this.position.copy(o).add(a).sub(l),e(this.position))},end:n}}dispose(){this.mesh.removeFromParent(),this.mesh.material.dispose()}};var zu=["left_hand","right_hand","left_foot","right_foot","head","pelvis"],Hu={head:"spine1"},lc=["left_ankle","right_ankle"],S_={example:[],neural:["head","left_hand","right_hand"]},E_=.02,T_=5,A_={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,1,0],ArrowDown:[0,-1,0],PageUp:[0,0,1],PageDown:[0,0,-1]},fa=class{constructor(t){Object.assign(this,{body:t,view:t.view,isOn:!0,held:null}),this.all=zu.map(e=>({joint:e,ball:new bi(this.view,e==="pelvis"?10116064:3108845,.03)})),this.limits=Array.from({length:12},()=>new bi(this.view,14702140,.022)),this.hits=[],this.said=G("p.verdict",{role:"status"});for(let{mesh:e}of[...this.all.map(n=>n.ball),...this.limits])e.visible=!1}panel(){this.knobs=this.all.map(t=>Object.assign(te(q(t.joint),()=>{},{title:q("handleKeys"),pressed:!1}),{which:t}));for(let t of this.knobs)t.addEventListener("keydown",e=>this.key(e,t.which)),t.addEventListener("focus",()=>this.point(t.which,!0)),t.addEventListener("blur",()=>this.point(t.which,!1));return G("fieldset.row",{},G("legend",{},q("handles")),this.knobs,G("p.quiet",{},q("handleKeys")))}point(t,e){t.ball.mesh.scale.setScalar((e?1.5:1)*t.ball.radius),this.knobs.find(n=>n.which===t).press(e),!e&&this.held===t.ball&&this.release()}key(t,e){let n=A_[t.key];if(!n||t.ctrlKey||t.metaKey||!this.body.joints)return;t.preventDefault(),t.stopPropagation(),this.held!==e.ball&&(this.stroke=this.begin(e));let{right:i,ahead:r}=this.view.camera.axes,o=E_*(t.shiftKey?T_:1),a=e.ball.position;a.x+=o*(n[0]*i[0]+n[2]*r[0]),a.z+=o*(n[0]*i[1]+n[2]*r[1]),a.y+=o*n[1],this.stroke(a)}grab(t){if(!this.body.joints||!this.isOn)return null;let e=this.all.map(n=>({...n,miss:n.ball.miss(t)})).sort((n,i)=>n.miss-i.miss)[0];return e.miss<1?e.ball.drag(t,this.begin(e),()=>this.release()):null}begin({joint:t,ball:e}){this.held=e;let{body:n}=this,i=`drag${performance.now()}`,r=n.fields(),o=new Map([...lc,...zu].filter(l=>n.names.includes(l)).map(l=>[l,n.place(l)])),a=n.place("pelvis").sub(new P().fromArray(n.facts.rest_joints[0]));return l=>n.solving.ask({joint:t,at:l.clone(),name:i,start:r,origin:a,places:o})}release(){this.held=null,this.place()}async solve({joint:t,at:e,name:n,start:i,origin:r,places:o}){let{body:a}=this,{state:l}=a,c=S_[l.solver],h=t==="pelvis"&&!c,u=h?r.clone().add(e).sub(o.get("pelvis")):r,d=M=>({joint:M,position:o.get(M).toArray(),orientation:R_(a.facts,i.quaternions,M)}),p=M=>({joint:M,position:(M===t?e:o.get(M)).toArray()}),g=lc.filter(M=>M.split("_")[0]!==t.split("_")[0]||!t.endsWith("foot")).map(M=>({joint:M,keep:!0})),_=c?[...[...new Set([t,...c])].map(p),...g]:h?lc.map(d):[{joint:t,position:e.toArray(),...Hu[t]?{chain:Hu[t]}:{}}],m=await a.client.ik({skeleton:l.model,betas:i.betas,quaternions:i.quaternions,translation:u.toArray(),targets:_,limits:l.limits,solver:l.solver,move_root:!!c,...l.solver==="example"&&l.style?{style:l.style}:{}});this.hits=l.limits?m.limits_hit:[],this.say(m);let{x:f,z:S}=c&&m.translation?new P().fromArray(m.translation):u;a.set({quaternions:m.pose.quaternions.map(M=>M.map(y=>Number(y.toFixed(5)))),at:[f,S].map(M=>Number(M.toFixed(4)))},n)}say({status:t,targets:e,iterations:n}){let i=[...new Set(this.hits.map(o=>o.joint))].map(Ou).join(", "),r=`${[...new Set(e.map(o=>o.solver))].join(", ")}, ${n} ${q("iterations")}`;this.said.classList.toggle("missed",t!=="reached"),this.said.textContent=[`${q(t)} ${r}${t==="reached"?"":"."}`,i?`${q("atLimit")} ${i}`:""].filter(Boolean).join(" · ")}forget(){this.hits=[],this.said.textContent=""}place(){let{body:t}=this,e=t.group.visible&&!t.compare.isOn&&t.joints;for(let{joint:i,ball:r}of this.all)r.mesh.visible=!!(e&&this.isOn&&t.names.includes(i)),r.mesh.visible&&r!==this.held&&r.position.copy(t.place(i));let n=[...new Set(this.hits.map(i=>i.joint))];this.limits.forEach((i,r)=>{i.mesh.visible=!!(e&&r<n.length),i.mesh.visible&&i.position.copy(t.place(n[r]))})}};function R_({joint_names:s,parents:t},e,n){let i=new Se;for(let r=s.indexOf(n);r>=0;r=t[r]??-1)i.premultiply(new Se().fromArray(e[r]));return i.toArray()}var pa={relaxed:{left_shoulder:[0,0,-72],right_shoulder:[0,0,72],left_elbow:[0,-14,0],right_elbow:[0,14,0]},rest:{},apose:{left_shoulder:[0,0,-42],right_shoulder:[0,0,42]},wave:{left_shoulder:[0,0,-72],right_shoulder:[0,0,-18],right_elbow:[0,0,-82],left_elbow:[0,-14,0],head:[0,0,8]},sit:{left_hip:[-88,0,6],right_hip:[-88,0,-6],left_knee:[88,0,0],right_knee:[88,0,0],left_shoulder:[0,-14,-68],right_shoulder:[0,14,68],left_elbow:[0,-62,0],right_elbow:[0,62,0]},squat:{left_hip:[-96,16,14],right_hip:[-96,-16,-14],left_knee:[112,0,0],right_knee:[112,0,0],left_ankle:[-26,0,0],right_ankle:[-26,0,0],spine1:[20,0,0],spine2:[10,0,0],left_shoulder:[0,-80,0],right_shoulder:[0,80,0]},stride:{left_hip:[-34,0,0],right_hip:[22,0,0],left_knee:[18,0,0],right_knee:[34,0,0],left_ankle:[4,0,0],right_ankle:[14,0,0],spine1:[4,8,0],left_shoulder:[30,20,-68],right_shoulder:[-26,20,68],left_elbow:[0,-30,0],right_elbow:[0,44,0]},think:{left_shoulder:[0,-30,-62],left_elbow:[0,-88,0],right_shoulder:[0,34,58],right_elbow:[0,136,0],head:[14,0,4],spine2:[6,0,0]}};function Vu(s,t){return t.map(e=>C_(pa[s]?.[e]??[0,0,0]))}function C_(s){let t=s.map(i=>i*Math.PI/180),e=Math.hypot(...t),n=e?Math.sin(e/2)/e:0;return[...t.map(i=>Number((i*n).toFixed(6))),Number(Math.cos(e/2).toFixed(6))]}var Gu=["height","mass","chest_girth","waist_girth","hip_girth","shoulder_width","arm_length","inside_leg_height"],cc={height:[1.45,2.05],mass:[40,130],chest_girth:[.7,1.4],waist_girth:[.55,1.4],hip_girth:[.75,1.4],shoulder_width:[.28,.45],arm_length:[.4,.62],inside_leg_height:[.65,1]},I_=100,P_=s=>t=>s==="mass"?`${t.toFixed(1)} kg`:`${(100*t).toFixed(1)} cm`,rs=class{constructor(t,e){Object.assign(this,{work:t,fail:e,busy:!1,wish:null})}async ask(t){if(this.wish=t,!this.busy){for(this.busy=!0;this.wish;){let e=this.wish;this.wish=null,await this.work(e).catch(this.fail)}this.busy=!1}}},ma=class{constructor(t){Object.assign(this,{app:t,view:t.view,client:t.client,past:[],future:[],wanted:{}}),this.state={model:"default",betas:[],pose:"relaxed",quaternions:null,at:[0,0],skinning:"lbs",limits:!0,solver:"auto",style:""},this.group=new xe,this.geometry=new Zt,this.mesh=new Qt(this.geometry,new Ee({color:14274499})),Object.assign(this.mesh,{castShadow:!0,receiveShadow:!0,frustumCulled:!1}),this.group.add(this.mesh),this.view.scene.add(this.group),this.handles=new fa(this),this.compare=new ua(this),this.drawing=new rs(e=>this.draw(e),e=>t.say(e)),this.measuring=new rs(e=>this.measure(e),e=>t.say(e)),this.fitting=new rs(e=>this.fit(e),e=>t.say(e)),this.solving=new rs(e=>this.handles.solve(e),e=>t.say(e)),this.panel=G("section",{"aria-busy":"true"}),this.hud=this.handles.said,this.shade=new ss(this.group,this.view,null),this.view.listeners.add(this),this.group.visible=!1,addEventListener("keydown",e=>this.key(e))}async start(){this.started=!0;let t=await this.client.models();this.models=t.filter(n=>n.kind==="body").map(n=>n.id),await this.learnSolvers(t);let e=U_(location.hash);e&&this.models.includes(e.model)&&(this.state={...this.state,...e}),e&&this.app.view.camera.read(N_(location.hash)),await this.take(this.state.model),this.makePanel(),F_(location.hash)&&this.compareRow.input.click(),this.apply()}async learnSolvers(t){let e=await this.client.json("GET","/openapi.json"),{properties:n}=e.paths["/v1/ik/solve"].post.requestBody.content["application/json"].schema,i=t.find(r=>r.kind==="pose-prior");this.solvers=n.solver.enum.filter(r=>r!=="hybrik"&&(r!=="example"||i)&&(r!=="neural"||t.some(o=>o.kind==="pose-network"))),this.styles=i&&this.solvers.includes("example")?(await this.client.model(i.id)).styles??[]:[]}async take(t){this.facts=await this.client.model(t),this.names=this.facts.joint_names}set(t,e=""){(!e||e!==this.coalesced)&&this.past.push(this.state),this.past.length>I_&&this.past.shift(),this.coalesced=e,this.future=[],this.state={...this.state,...t},this.apply()}undo(t=this.past,e=this.future){if(!t.length)return;e.push(this.state);let n=this.state.model;if(this.state=t.pop(),this.coalesced="",this.wanted={},this.handles.forget(),n===this.state.model)return this.apply();this.take(this.state.model).then(()=>{this.makePanel(),this.apply()}).catch(i=>this.app.say(i))}key(t){!this.group.visible||!(t.ctrlKey||t.metaKey)||t.code!=="KeyZ"||(t.preventDefault(),t.shiftKey?this.undo(this.future,this.past):this.undo())}fields(t=this.state){return{betas:t.betas,quaternions:t.quaternions??Vu(t.pose,this.names),translation:[t.at[0],0,t.at[1]],ground:!0}}apply(){let t=this.state;this.drawing.ask(t),this.measuring.ask(t),this.address(),this.betas&&(this.betas.forEach((e,n)=>e.set(t.betas[n]??0)),this.modelRow.set(t.model),this.poseRow.set(t.quaternions?"":t.pose),this.skinRow.set(t.skinning),this.limitsRow.set(t.limits),this.solverRow.set(t.solver),this.styleRow?.set(t.style),this.undoKnob.disabled=!this.past.length,this.redoKnob.disabled=!this.future.length,this.plain.href=this.client.glbUrl(t.model,{...this.fields(),skinning:t.skinning,contact:!0}),this.rigged.href=this.client.glbUrl(t.model,{...this.fields(),rig:!0}))}async draw(t){let e=["vertices","normals","joints"],n=this.drawn!==t.model,i=await this.client.mesh(t.model,{...this.fields(t),skinning:t.skinning,include:n?[...e,"faces"]:e});fs({BufferAttribute:Wt},this.geometry,i),this.drawn=t.model,this.joints=i.joints,this.handles.place(),this.compare.isOn&&await this.compare.draw(t)}theme(){this.shade.theme()}update(){if(!this.group.visible)return;this.view.sun.castShadow=this.view.detail.shadows>0,this.shade.begin();let t=this.compare.isOn?this.compare.meshes:[this.mesh],[e,n]=this.compare.isOn?this.state.at:[0,0];for(let{position:i}of this.joints?t:[])this.shade.below(this.joints,i.x-e,i.z-n);this.shade.send()}async measure(t){let e=await this.client.measure(t.model,{betas:t.betas});for(let[n,i]of Object.entries(this.rows??{}))e[n]===null||e[n]===void 0?i.hidden=!0:(document.activeElement!==i.input||!i.matches(":active"))&&i.set(e[n])}async fit({wanted:t,name:e}){let n=await this.client.fit(this.state.model,{measurements:t});n.status==="compromise"&&_e(q("compromise"),"hint"),this.set({betas:n.betas.map(i=>Number(i.toFixed(4)))},`fit ${e}`)}place(t){return new P().fromArray(this.joints,3*this.names.indexOf(t))}makePanel(){let t=this.state,e=n=>n.map(i=>[i,q(i)]);this.rows=Object.fromEntries(Gu.filter(n=>this.facts.measurements?.[n]).map(n=>[n,ir({label:q(n),min:cc[n][0],max:cc[n][1],step:.001,value:cc[n][0],show:P_(n),title:this.facts.measurements[n].definition,oninput:i=>{this.wanted[n]=i,this.fitting.ask({wanted:{...this.wanted},name:n})}})])),this.betas=Array.from({length:this.facts.beta_count},(n,i)=>ir({label:`β${i+1}`,min:-3,max:3,step:.05,value:t.betas[i]??0,show:r=>r.toFixed(2),oninput:r=>this.setBeta(i,r)})),this.modelRow=Gn({label:q("model"),options:this.models.map(n=>[n,q(n)]),value:t.model,onchange:n=>this.choose(n)}),this.poseRow=Gn({label:q("pose"),options:e(Object.keys(pa)),value:t.pose,onchange:n=>{this.handles.forget(),this.set({pose:n,quaternions:null,at:[0,0]})}}),this.skinRow=Gn({label:q("skinning"),options:[["lbs","LBS"],["dqs","DQS"],["sbs","SBS"]],value:t.skinning,onchange:n=>this.set({skinning:n})}),this.compareRow=xi({label:q("compare"),value:!1,onchange:n=>this.compare.set(n)}),this.compareRow.set(this.compare.isOn),this.makeSolverRows(),this.undoKnob=te(q("undo"),()=>this.undo(),{title:"Ctrl Z"}),this.redoKnob=te(q("redo"),()=>this.undo(this.future,this.past),{title:"Ctrl Shift Z"}),this.plain=G("a.button",{download:"body.glb"},q("download")),this.rigged=G("a.button",{download:"body-rigged.glb"},q("rigged")),this.panel.removeAttribute("aria-busy"),this.panel.replaceChildren(this.modelRow,G("h2",{},q("measures")),...Object.values(this.rows),G(".row",{},te(q("resetShape"),()=>this.reshape([])),te(q("random"),()=>this.reshape(this.facts.beta_limits.map(()=>Number(L_().toFixed(2)))))),G("details",{},G("summary",{},q("betas")),G(".betas",{},this.betas)),this.poseRow,this.handles.panel(),G(".row",{},xi({label:q("showHandles"),value:this.handles.isOn,onchange:n=>{this.handles.isOn=n,this.handles.place()}}),this.limitsRow),G(".fields",{},this.solverRow,this.styleRow),this.skinRow,this.compareRow,G(".row",{},this.undoKnob,this.redoKnob,te(q("link"),()=>this.copy())),G(".row",{},this.plain,this.rigged),te(q("walkWith"),()=>{this.app.show("motion"),this.app.motion.wear(this.state.model,this.state.betas)},{kind:"primary"}))}makeSolverRows(){let t=this.state;this.limitsRow=xi({label:q("limits"),value:t.limits,onchange:e=>this.set({limits:e})}),this.solverRow=sc({label:q("solver"),options:this.solvers.map(e=>[e,e==="auto"?q("auto"):e]),value:t.solver,onchange:e=>this.set({solver:e})}),this.styleRow=this.styles.length?sc({label:q("style"),options:[["",q("any")],...this.styles.map(e=>[e,e])],value:t.style,onchange:e=>this.set({style:e})}):null}setBeta(t,e){let n=Array.from({length:Math.max(t+1,this.state.betas.length)},(i,r)=>this.state.betas[r]??0);n[t]=e,this.wanted={},this.set({betas:n},`beta${t}`)}reshape(t){this.wanted={},this.set({betas:t})}async choose(t){try{let e=this.state.betas.length?await this.client.measure(this.state.model,{betas:this.state.betas}):null;await this.take(t);let n=e&&Object.fromEntries(Gu.filter(r=>e[r]).map(r=>[r,e[r]])),i=n?(await this.client.fit(t,{measurements:n})).betas:[];this.wanted={},this.set({model:t,betas:i}),this.makePanel(),this.apply()}catch(e){this.app.say(e)}}async copy(){let t=`${location.origin}/${this.link()}`;try{await navigator.clipboard.writeText(t),_e(q("linked"),"hint")}catch{_e(t,"hint")}}link(){return`#body?${D_(this.state)}&view=${this.view.camera.write()}${this.compare.isOn?"&compare=1":""}`}address(){this.app.tab==="body"&&history.replaceState(null,"",this.link())}show(t){if(this.group.visible=t,this.joints&&this.handles.place(),this.compare.show(t),!t)return;let{camera:e}=this.view;e.aim.set(0,.88,0),e.target.copy(e.aim),e.distance=Math.min(e.distance,4.4),e.grab=(n,i)=>this.handles.grab(i),e.onrest=()=>this.address(),e.heightAt=()=>0,this.started?this.address():this.start().catch(n=>{this.started=!1,this.app.say(n)})}};function L_(){return Math.sqrt(-2*Math.log(1-Math.random()))*Math.cos(2*Math.PI*Math.random())}function D_(s){let t=new URLSearchParams({model:s.model,skinning:s.skinning});return s.betas.length&&t.set("betas",s.betas.map(e=>Number(e.toFixed(4))).join(",")),s.quaternions?t.set("quaternions",s.quaternions.flat().map(e=>Number(e.toFixed(4))).join(",")):t.set("pose",s.pose),s.at.some(e=>e)&&t.set("at",s.at.join(",")),s.limits||t.set("limits","0"),s.solver!=="auto"&&t.set("solver",s.solver),s.style&&t.set("style",s.style),t.toString().replace(/%2C/g,",")}function U_(s){if(!s.startsWith("#body?"))return null;let t=new URLSearchParams(s.slice(6)),e=c=>t.get(c)?t.get(c).split(",").map(Number):null,n=e("quaternions"),i=e("betas")??[],r=e("at")??[0,0];if([...n??[],...i,...r].some(c=>!Number.isFinite(c)))return null;let o=n&&n.length%4===0?Array.from({length:n.length/4},(c,h)=>n.slice(4*h,4*h+4)):null,a=t.get("pose")in pa?t.get("pose"):"relaxed",l=["lbs","dqs","sbs"].includes(t.get("skinning"))?t.get("skinning"):"lbs";return{model:t.get("model")??"default",betas:i,quaternions:o,pose:a,skinning:l,at:r.slice(0,2),limits:t.get("limits")!=="0",solver:t.get("solver")??"auto",style:t.get("style")??""}}var N_=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("view"),F_=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("compare")==="1";var Wu={en:["Motion: W A S D walk; hold Shift to jog, R to run, C to crouch; Space jumps; a gamepad's stick or the one on a touch screen does the same.","Characters: up to a hundred, who go round one another. N goes to the next one. Ground: hills, steps, a course with walls, jumps and a low place.","P, then a line on the ground: the character follows it. G: a ball that its hand reaches for.","V records what they do; V again saves a GLB with animation.","Body: set the height to 1.80 m and the rest follows as it most likely would.","Drag the balls on hands, feet, head and pelvis; red ones are joints at their limits. From the keyboard: Tab to a ball's button, then arrows.","Skinning side by side shows linear and dual quaternion blending, with and without pose blend shapes.","Copy link keeps shape, pose, solver and camera. Walk with this body gives it to your character in Motion.","Server: how late ticks are, round trip, bytes, dropped frames."],zh:["动作:W A S D 行走;按住 Shift 慢跑、R 快跑、C 蹲伏;空格跳跃;手柄摇杆或触屏摇杆同样可用。","角色数最多一百,会互相避让。按 N 切换到下一个。地面:山丘、台阶、带墙壁、跳跃区和低矮处的障碍场。","按 P,然后在地面上画线:角色会沿线行走。按 G:手会伸向小球。","按 V 开始录制,再按 V 保存为带动画的 GLB。","人体:把身高设为 1.80 米,其余尺寸按最可能的方式变化。","拖动手、脚、头和骨盆上的小球;红色小球表示关节已达限位。键盘:Tab 到小球的按钮,然后用方向键。","并排比较蒙皮:线性与对偶四元数混合,含与不含姿势混合形状。","复制链接会保留体型、姿势、求解器和镜头。用这个身体行走会让动作中你的角色使用它。","服务器:节拍延迟、往返时间、字节数、丢弃的帧。"]},Xu={en:[["Is a model file safe to load?","Pickles run code when Python loads them. posed parses them and executes nothing."],["The body stands half in the ground",'The root turns about the pelvis and translation moves the whole model; neither says where the feet are. Ask for "ground": true.'],["It lies on its back, or is mirrored",'Axes differ between programs. Ask for "frame": unity, unreal, blender, amass; every reply says its frame.'],["It is a hundred times too large","Everything here is metres, radians, seconds. The original PFNN and many BVH files are in centimetres."],["The wrong joint turns","The order of joints differs between models. Names travel along: use them, not numbers."],["The same betas give somebody else","betas mean something for one model only. Measure the body and fit the other model to that."],["May I use it in a product?","SMPL, AMASS and the published PFNN weights are non-commercial. What ships with posed is not: licence and provenance are in every model."],["The skin shakes far from the origin","Coarse numbers have millimetres of error far out. Frames are relative to the character's root."],["An arm flips for one frame","q and -q are one rotation; mixing must stay on one hemisphere. The wire does, and so do the clients."],["The character lags more and more","A slow reader drowns in its past. Here the newest frame wins and what was dropped is counted."]],zh:[["加载模型文件安全吗?","Python 加载 pickle 时会执行代码。posed 只解析,不执行任何内容。"],["身体有一半陷在地面里",'根关节绕骨盆旋转,translation 移动整个模型,两者都不表示脚的位置。请使用 "ground": true。'],["身体躺着,或者左右颠倒",'各程序的坐标轴不同。请指定 "frame":unity、unreal、blender、amass;每个回复都说明其坐标系。'],["大了一百倍","这里一律使用米、弧度、秒。原版 PFNN 和许多 BVH 文件使用厘米。"],["转动了错误的关节","各模型的关节顺序不同。名称总是随数据一起给出:请用名称,不要用编号。"],["同样的 betas 得到另一个人","betas 只对一个模型有意义。请先测量身体,再让另一个模型拟合这些尺寸。"],["可以用于产品吗?","SMPL、AMASS 和已发表的 PFNN 权重仅限非商业用途。posed 自带的模型不受此限:每个模型都注明许可和来源。"],["离原点远时皮肤抖动","粗略的数值在远处有毫米级误差。帧中的数据相对于角色的根。"],["手臂在某一帧翻转","q 与 -q 是同一个旋转,混合必须在同一半球上。传输和客户端都保证这一点。"],["角色越来越滞后","读得慢的客户端会淹没在过去的数据里。这里总是最新的帧优先,丢弃的帧会计数。"]]};var qu=s=>s.replace(/^http/,"ws"),O_=[["curl",s=>`curl '${s}/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb
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
url = "${qu(s)}/v1/stream"`],["WebSocket",s=>`${qu(s)}/v1/stream            subprotocol posed.v1
-> {"type":"join"}
-> {"type":"spawn","ref":1}
<- {"type":"spawned","ref":1,"id":1,...}
-> {"type":"input","id":1,"move":[0,1],"gait":"walk"}
<- binary frames, 60 a second`]],ga=class{constructor(){this.panel=G("section.guide",{},G("h2",{},q("tour")),G("ol",{},Wu[vi].map(t=>G("li",{},t))),G("h2",{},q("starts")),O_.map(([t,e])=>this.start(t,e(location.origin))),G("h2",{},q("pitfalls")),Xu[vi].map(([t,e])=>G("details",{},G("summary",{},t),G("p.quiet",{},e))),G("p.links",{},G("a",{href:"/docs"},q("interface")),G("a",{href:"/openapi.json"},"OpenAPI")))}start(t,e){let n=()=>navigator.clipboard.writeText(e).then(()=>_e(q("copied"),"hint"),()=>_e(q("notCopied")));return G("details",{},G("summary",{},t),G("pre",{tabIndex:0,"aria-label":t},e),te(q("copyText"),n))}show(){}};var Yu=64;function k_({positions:s,normals:t,skinIndex:e,skinWeight:n,colors:i=null},r){let o=new Map,a=Uint32Array.from(r,h=>o.has(h)?o.get(h):(o.set(h,o.size),o.size-1)),l=[...o.keys()],c=(h,u,d)=>d.from({length:u*o.size},(p,g)=>h[u*l[Math.floor(g/u)]+g%u]);return{indices:a,count:o.size,positions:c(s,3,Float32Array),normals:c(t,3,Float32Array),joints:c(e,4,Uint8Array),weights:c(n,4,Float32Array),colors:i&&c(i,3,Float32Array)}}var _a=class{constructor(t){this.mesh=new Qt(new Zt,new Ee({vertexColors:!0})),Object.assign(this.mesh,{frustumCulled:!1,castShadow:!0,visible:!1}),t.add(this.mesh),Object.assign(this,{triangles:0,members:[],parts:new Map,color:new _t,root:new Float32Array(12),world:new Float32Array(12*Yu),skin:new Float32Array(12*Yu)})}partOf(t,e){return e!==this.triangles&&Object.assign(this,{triangles:e,parts:new Map,members:[]}),this.parts.has(t)||this.parts.set(t,k_(t.whole,t.withTriangles(e).index.array)),this.parts.get(t)}draw(t,e){let n=t.sort((l,c)=>l.key-c.key);if(this.mesh.visible=n.length>0,!n.length)return;let i=n.map(({shape:l})=>this.partOf(l,e));(n.length!==this.members.length||n.some(({shape:l,color:c},h)=>this.members[h].shape!==l||this.members[h].color!==c))&&this.lay(n,i);let{position:r,normal:o}=this.mesh.geometry.attributes,a=0;n.forEach(({c:l,shape:c},h)=>{let u=i[h];Du(l,this.root),ca(c,c.rotations(l.smpl.rotations),c.pelvis(l.smpl.pelvis),this.root,this.world,this.skin);for(let d=0;d<u.count;d++,a+=3)ha(u,this.skin,d,r.array,o.array,a)});for(let l of[r,o])l.needsUpdate=!0}lay(t,e){let n=h=>e.reduce((u,d)=>u+h(d),0),i=n(h=>h.count),r=new Uint32Array(n(h=>h.indices.length)),o=new Float32Array(3*i),a=new Zt,l=0,c=0;e.forEach((h,u)=>{for(let d of h.indices)r[c++]=d+l;if(h.colors)o.set(h.colors,3*l);else for(let d=0;d<h.count;d++)this.color.set(t[u].color).toArray(o,3*(l+d));l+=h.count});for(let h of["position","normal"])a.setAttribute(h,new Wt(new Float32Array(3*i),3).setUsage(er));a.setAttribute("color",new Wt(o,3)),a.setIndex(new Wt(r,1)),this.mesh.geometry.dispose(),this.mesh.geometry=a,this.members=t.map(({shape:h,color:u})=>({shape:h,color:u}))}dispose(){this.mesh.removeFromParent(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}};var hc=new Map,B_=/^(lashes|teeth|tongue)/;function $u(s){return Promise.all(s.map(({name:t,bytes:e})=>(hc.has(t)||hc.set(t,z_(e.slice())),hc.get(t))))}async function z_(s){let t=await createImageBitmap(new Blob([s],{type:"image/png"}),{premultiplyAlpha:"none",colorSpaceConversion:"none"}),{width:e,height:n}=t,i=Object.assign(document.createElement("canvas"),{width:e,height:n}).getContext("2d",{willReadFrequently:!0});return i.drawImage(t,0,0),{bitmap:t,width:e,height:n,pixels:i.getImageData(0,0,e,n).data}}var H_=s=>s<=.04045?s/12.92:((s+.055)/1.055)**2.4,xa=Float32Array.from({length:256},(s,t)=>H_(t/255));function V_({pixels:s}){let t=[0,0,0],e=0;for(let n=0;n<s.length;n+=4)if(!(s[n+3]<128)){for(let i=0;i<3;i++)t[i]+=xa[s[n+i]];e++}return t.map(n=>e?n/e:1)}function G_({pixels:s,width:t,height:e},n,i){let r=Math.min(t-1,Math.floor((n-Math.floor(n))*t)),o=Math.min(e-1,Math.floor((i-Math.floor(i))*e)),a=4*(o*t+r);return[xa[s[a]],xa[s[a+1]],xa[s[a+2]]]}function W_(s,t,e,n){let{color:i,image:r}=e.material,o=n[r],a=o&&e.material.name.startsWith("eye"),l=o&&!a?V_(o):[1,1,1];for(let c=0;c<e.positions.length/3;c++){let h=a?G_(o,e.uvs[2*c],e.uvs[2*c+1]):l;for(let u=0;u<3;u++)s[t+3*c+u]=i[u]*h[u]}}function Zu({parts:s},t){let e=s.filter(h=>!B_.test(h.material.name)),n=e.reduce((h,u)=>h+u.positions.length/3,0),i=Math.max(...e.map(h=>h.levels.length)),r={positions:new Float32Array(3*n),normals:new Float32Array(3*n),skinIndex:new Uint8Array(4*n),skinWeight:new Float32Array(4*n),colors:new Float32Array(3*n)},o=Array.from({length:i+1},()=>[]),a=0;for(let h of e){for(let[u,d]of[["positions",3],["normals",3],["skinIndex",4],["skinWeight",4]])r[u].set(h[u],d*a);W_(r.colors,3*a,h,t),[h.indices,...h.levels].forEach((u,d)=>{u&&o[d].push(Uint32Array.from(u,p=>p+a))}),a+=h.positions.length/3}let[l,...c]=o.map(X_);return{...r,indices:l,levels:c}}function X_(s){let t=new Uint32Array(s.reduce((n,i)=>n+i.length,0)),e=0;for(let n of s)t.set(n,e),e+=n.length;return t}var uc=new Map;function q_(s,{bitmap:t}){if(!uc.has(s)){let e=Object.assign(new Ce(t),{flipY:!1,colorSpace:Le,wrapS:si,wrapT:si,anisotropy:4,needsUpdate:!0});uc.set(s,e)}return uc.get(s)}function ju({material:s},t,e,n){let i=s.image<0?null:q_(t[s.image].name,e[s.image]),r=s.alpha!=="OPAQUE",o=s.name.startsWith("hair"),a=s.name.startsWith("eyes"),l={color:new _t().setRGB(...s.color.slice(0,3)),map:i,side:s.isTwoSided?Oe:rn,alphaTest:r?.5:0};return n?new Ee(l):s.name==="skin"?new zs({...l,roughness:.55,sheen:.35,sheenRoughness:.5,sheenColor:new _t(.9,.35,.25)}):new kn({...l,roughness:a?.08:o?.5:s.roughness,alphaToCoverage:r})}function Ku(s,t,e){let n=Y_(s,t),i=[],r=Uint32Array.from(t);for(let o of e){for(;r.length>3*o;){let a=$_(s,n,r,o);if(a.length===r.length)break;r=a}i.push(r)}return i}function Y_(s,t){let e=new Float64Array(s.length/3*10),n=[0,0,0];for(let i=0;i<t.length;i+=3){let r=Math.sqrt(dc(s,t[i],t[i+1],t[i+2],n));if(!r)continue;let[o,a,l]=n.map(d=>d/r),c=3*t[i],h=-(o*s[c]+a*s[c+1]+l*s[c+2]),u=[o*o,o*a,o*l,o*h,a*a,a*l,a*h,l*l,l*h,h*h];for(let d=0;d<3;d++)for(let p=0;p<10;p++)e[10*t[i+d]+p]+=.5*r*u[p]}return e}function dc(s,t,e,n,i){let[r,o,a]=[s[3*t],s[3*t+1],s[3*t+2]],l=s[3*e]-r,c=s[3*e+1]-o,h=s[3*e+2]-a,u=s[3*n]-r,d=s[3*n+1]-o,p=s[3*n+2]-a;return i[0]=c*p-h*d,i[1]=h*u-l*p,i[2]=l*d-c*u,i[0]*i[0]+i[1]*i[1]+i[2]*i[2]}function Ju(s,t,e,n){let i=s[3*n],r=s[3*n+1],o=s[3*n+2],a=l=>t[10*e+l]+t[10*n+l];return a(0)*i*i+a(4)*r*r+a(7)*o*o+2*(a(1)*i*r+a(2)*i*o+a(5)*r*o+a(3)*i+a(6)*r+a(8)*o)+a(9)}function $_(s,t,e,n){let i=Z_(s,t,e),r=j_(e,s.length/3),o=Uint32Array.from({length:s.length/3},(u,d)=>d),a=new Uint8Array(o.length),l=Math.ceil((e.length/3-n)/2),c=1.5*i.costs[i.order[Math.min(i.order.length-1,l)]],h=0;for(let u of i.order){let d=i.from[u],p=i.to[u];if(h>=l||i.costs[u]>c)break;if(!(a[d]||a[p]||J_(s,e,r,d,p))){for(let g=0;g<10;g++)t[10*p+g]+=t[10*d+g];for(let g=r.starts[d];g<r.starts[d+1];g++)for(let _=0;_<3;_++)a[e[3*r.list[g]+_]]=1;o[d]=p,h++}}return K_(e,o)}function Z_(s,t,e){let n=[],i=[],r=[];for(let a=0;a<e.length;a+=3)for(let l=0;l<3;l++){let c=e[a+l],h=e[a+(l+1)%3];if(c>h)continue;let u=Ju(s,t,c,h),d=Ju(s,t,h,c);n.push(u<=d?c:h),i.push(u<=d?h:c),r.push(Math.min(u,d))}let o=Uint32Array.from(r.keys()).sort((a,l)=>r[a]-r[l]);return{from:n,to:i,costs:r,order:o}}function j_(s,t){let e=new Uint32Array(t+1),n=new Uint32Array(s.length);for(let r of s)e[r+1]++;for(let r=0;r<t;r++)e[r+1]+=e[r];let i=e.slice();return s.forEach((r,o)=>{n[i[r]++]=Math.floor(o/3)}),{starts:e,list:n}}function J_(s,t,e,n,i){let r=[0,0,0],o=[0,0,0];for(let a=e.starts[n];a<e.starts[n+1];a++){let l=3*e.list[a],c=[t[l],t[l+1],t[l+2]];if(c.includes(i))continue;let h=dc(s,...c,r),u=dc(s,...c.map(d=>d===n?i:d),o);if(r[0]*o[0]+r[1]*o[1]+r[2]*o[2]<.2*Math.sqrt(h*u))return!0}return!1}function K_(s,t){let e=new Uint32Array(s.length),n=0;for(let i=0;i<s.length;i+=3){let r=t[s[i]],o=t[s[i+1]],a=t[s[i+2]];r===o||o===a||a===r||(e.set([r,o,a],n),n+=3)}return e.slice(0,n)}var Qu=.005,fc={"[":[1.6,0],"]":[-1.6,0],PageUp:[0,.9],PageDown:[0,-.9]},ya=class{constructor(t){this.eye=new Re(40,1,.05,300),this.target=new P(0,.95,0),this.aim=new P(0,.95,0),Object.assign(this,{yaw:.5,pitch:.22,distance:4.2,least:.7,most:40,offset:0,held:new Set,pointers:new Map,touched:-9,time:0}),this.onrest=null,this.grab=null,this.heightAt=()=>0,this.listen(t)}listen(t){t.addEventListener("pointerdown",e=>this.down(e,t)),t.addEventListener("pointermove",e=>this.move(e));for(let e of["pointerup","pointercancel"])t.addEventListener(e,n=>this.up(n));t.addEventListener("wheel",e=>{e.preventDefault(),this.zoom(Math.exp(.0012*e.deltaY))},{passive:!1}),addEventListener("keydown",e=>{e.ctrlKey||e.metaKey||aa(e.target,e.key)||(fc[e.key]?this.held.add(e.key):e.key==="+"||e.key==="="?this.zoom(.9):e.key==="-"&&this.zoom(1.11))}),addEventListener("keyup",e=>this.held.delete(e.key)),addEventListener("blur",()=>this.held.clear())}down(t,e){e.setPointerCapture(t.pointerId),this.pointers.size===0&&t.button===0&&(this.drag=this.grab?.(t,this.ray(t,e))??null),this.pointers.set(t.pointerId,{x:t.clientX,y:t.clientY})}move(t){let e=this.pointers.get(t.pointerId);if(this.drag)return this.drag.move(t,this.ray(t,t.target));if(!e)return;let n=this.apart();if(this.pointers.set(t.pointerId,{x:t.clientX,y:t.clientY}),this.pointers.size===2)return this.zoom(n/Math.max(1,this.apart()));this.turn(-Qu*(t.clientX-e.x),Qu*(t.clientY-e.y)),this.touched=this.time}up(t){this.pointers.delete(t.pointerId),this.drag?.end(t),this.drag=null,this.onrest?.()}apart(){let[t,e]=this.pointers.values();return e?Math.hypot(t.x-e.x,t.y-e.y):1}write(){return[this.yaw,this.pitch,this.distance].map(t=>Number(t.toFixed(3))).join(",")}read(t){let[e,n,i]=(t??"").split(",").map(Number);[e,n,i].every(Number.isFinite)&&(this.yaw=e,this.turn(0,n-this.pitch),this.zoom(i/this.distance))}ray(t,e){let n=e.getBoundingClientRect(),i=new qs,r=new kt(2*(t.clientX-n.left)/n.width-1,1-2*(t.clientY-n.top)/n.height);return i.setFromCamera(r,this.eye),i.ray}turn(t,e){this.yaw+=t,this.pitch=Math.min(1.45,Math.max(-.25,this.pitch+e))}zoom(t){this.distance=Math.min(this.most,Math.max(this.least,this.distance*t))}resize(t,e,n){let i=Math.max(t>e?.344:0,.27*e/n.height,.21*e/n.width);this.eye.aspect=t/e,this.eye.fov=360/Math.PI*Math.atan(i),this.eye.setViewOffset(t,e,Math.round(-n.x),Math.round(-n.y),t,e),this.eye.updateProjectionMatrix()}get axes(){return{ahead:[-Math.sin(this.yaw),-Math.cos(this.yaw)],right:[Math.cos(this.yaw),-Math.sin(this.yaw)]}}update(t){this.time+=t;for(let i of this.held)this.turn(t*fc[i][0],t*fc[i][1]);this.target.lerp(this.aim,1-Math.exp(-9*t));let e=Math.cos(this.pitch)*this.distance,n=this.eye.position;n.set(this.target.x+Math.sin(this.yaw)*e,this.target.y+Math.sin(this.pitch)*this.distance,this.target.z+Math.cos(this.yaw)*e),n.y=Math.max(n.y,this.heightAt(n.x,n.z)+.25),this.eye.lookAt(this.target)}};var Q_={sky:14673646,haze:14673646,ground:13358044,line:9279910,mark:3108845},tx={sky:1316894,haze:1316894,ground:2501942,line:4871522,mark:7250175},pc=[{pixels:2,shadows:2048,first:0,bodies:40,rest:6e3,ground:[.004,3e5]},{pixels:1.5,shadows:2048,first:0,bodies:16,rest:6e3,ground:[.006,15e4]},{pixels:1,shadows:1024,first:0,bodies:4,rest:3e3,ground:[.01,6e4]},{pixels:.8,shadows:512,first:6e3,bodies:0,rest:1500,ground:[.015,2e4]},{pixels:.7,shadows:512,first:6e3,bodies:0,rest:750,ground:[.02,1e4]},{pixels:.6,shadows:0,first:3e3,bodies:0,rest:750,ground:[.02,6e3]},{pixels:.5,shadows:0,first:1500,bodies:0,rest:750,ground:[.03,4e3]},{pixels:.4,shadows:0,first:750,bodies:0,rest:750,ground:[.04,2500]}],Wn=[6e3,3e3,1500,750],ex=matchMedia("(max-width: 760px), (max-height: 480px)"),td=matchMedia("(max-width: 760px) and (orientation: portrait)"),ba=()=>ex.matches,nx=46,ix=30,sx=14,ed=30,va=class{constructor(t,{context:e,isSoftware:n}){if(this.canvas=t,!e)throw new Error("WebGL 2 is not there");this.isSoftware=n||/swiftshader|llvmpipe|software|basic render/i.test(ox(e)),this.isSoftware&&rx(),this.renderer=new ra({canvas:t,context:e}),this.renderer.debug.checkShaderErrors=!1,this.renderer.shadowMap.type=Ys,this.scene=new Ls,this.camera=new ya(t),this.listeners=new Set,this.times=[],this.fps=0,this.addLights(),document.documentElement.classList.toggle("plain",this.isSoftware),this.level=this.isSoftware?5:Math.max(0,Math.min(2,pc.findIndex(r=>r.pixels<=devicePixelRatio))),this.best=this.isSoftware?2:this.level,this.setTheme(),this.setLevel(this.level);let i=new ResizeObserver(()=>{this.resize(),this.renderer.render(this.scene,this.camera.eye)});for(let r of[t,document.getElementById("panel")])i.observe(r);this.resize(),this.renderer.setAnimationLoop(r=>this.draw(r/1e3))}addLights(){this.sky=new Gs(16777215,9080728,1.5),this.sun=new Xs(16774372,2.4),this.sun.shadow.camera.near=1,this.sun.shadow.camera.far=40,this.sun.shadow.bias=-6e-4,this.sun.shadow.normalBias=.02;for(let[t,e]of[["left",-7],["right",7],["top",7],["bottom",-7]])this.sun.shadow.camera[t]=e;this.scene.add(this.sky,this.sun,this.sun.target)}setTheme(){let t=document.documentElement.dataset.theme==="dark";this.colors=t?tx:Q_,this.scene.background=new _t(this.colors.sky),this.scene.fog=new Ps(this.colors.haze,14,48),this.sky.intensity=t?.9:1.5,this.sun.intensity=t?2.1:2.4;for(let e of this.listeners)e.theme?.(this.colors)}get detail(){return pc[this.level]}setLevel(t){this.level=t;let{shadows:e}=this.detail;this.renderer.shadowMap.enabled=e>0,this.sun.castShadow=e>0,e&&this.sun.shadow.mapSize.x!==e&&(this.sun.shadow.mapSize.set(e,e),this.sun.shadow.map?.dispose(),this.sun.shadow.map=null),this.scene.traverse(n=>{if(n.material)for(let i of[n.material].flat())i.needsUpdate=!0}),this.resize();for(let n of this.listeners)n.detail?.(this.detail)}resize(){let{clientWidth:t,clientHeight:e}=this.canvas;!t||!e||(this.renderer.setPixelRatio(Math.min(this.detail.pixels,this.isSoftware?1:devicePixelRatio*this.detail.pixels)),this.renderer.setSize(t,e,!1),this.camera.resize(t,e,this.free(t,e)))}free(t,e){let n=l=>document.getElementById(l).getBoundingClientRect(),i=n("panel"),r=ba()?n("bar").bottom+nx:0,o=td.matches&&i.height?i.top:e,a=td.matches?0:i.width;return{x:a/2,y:(r+o-e)/2,width:t-a,height:Math.max(80,o-r)}}draw(t){let e=Math.min(.1,t-(this.before??t));this.before=t,this.govern(t);for(let i of this.listeners)i.update?.(e,t);this.camera.update(e);let n=this.camera.target;this.sun.target.position.copy(n),this.sun.position.set(n.x+6,n.y+13,n.z+4),this.renderer.render(this.scene,this.camera.eye),this.drawn=(this.drawn??0)+1}govern(t){if(this.times.push(t),this.times.length<=ed)return;this.times.shift();let e=1e3*(t-this.times[0])/(ed-1);if(this.fps=1e3/e,document.hidden||t<(this.patience??0))return;let n=e>ix&&this.level<pc.length-1?1:e<sx&&this.level>this.best?-1:0;n&&(n>0&&this.finer&&(this.best=this.level+1),this.finer=n<0,this.patience=t+(n>0?2:6),this.times=[],this.setLevel(this.level+n))}};function rx(){let s="pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )",t=Nt.colorspace_pars_fragment,e="sqrt( value.rgb )",n=`sqrt( ${e} )`,i=`sqrt( ${n} )`;Nt.colorspace_pars_fragment=t.replace(s,`0.5851224 * ${e} + 0.7831404 * ${n} - 0.3682627 * ${i}`)}function ox(s){let t=s.getExtension("WEBGL_debug_renderer_info");return String(t?s.getParameter(t.UNMASKED_RENDERER_WEBGL):s.getParameter(s.RENDERER))}var ax=["pelvis","left_hip","right_hip","spine1","left_knee","right_knee","spine2","left_ankle","right_ankle","spine3","left_foot","right_foot","neck","left_collar","right_collar","head","left_shoulder","right_shoulder","left_elbow","right_elbow","left_wrist","right_wrist","left_hand","right_hand"],lx={morphs:!1,levels:Wn,left_hand:"relaxed",right_hand:"relaxed"},sd=s=>({rig:!0,...lx,...s}),Ma=class s{static async load(t,e,n){let i=await t.glb(e,n),r=la(i);performance.mark("rig");let o=r.parts.length>1?await $u(r.images):null;return new s({...r,buffer:i},r.parts.length>1?r.betas:n.betas??[],o)}constructor(t,e,n=null){Object.assign(this,{betas:e,rig:t,pictures:n,isDressed:n!==null,joints:t.joints}),this.binds=t.joints.map((i,r)=>new Bt().fromArray(t.inverseBinds,16*r)),this.whole=this.isDressed?Zu(t,n):t,this.fine=nd(this.whole),this.pattern=t.pattern??this,this.fewer=new Map,this.floor=-id(t.positions),this.lift=this.isDressed?-this.floor-Math.min(...t.parts.map(i=>id(i.positions))):0,this.smpl=ax.map(i=>t.joints.findIndex(r=>r.name===i)),this.still=Float32Array.from(t.joints.flatMap(i=>i.rotation??[0,0,0,1]))}rotations(t,e=this.still.slice()){return this.smpl.forEach((n,i)=>{n>=0&&e.set(t.subarray(4*i,4*i+4),4*n)}),e}pelvis([t,e,n]){return[t,e+this.lift,n]}parts(t){return this.made??=this.rig.parts.map(e=>({geometry:nd(e),material:ju(e,this.rig.images,this.pictures,t.isSoftware)})),this.made}async reshaped(t,e,n){let i=n.slice(0,this.rig.betaCount),r=await t.mesh(e,{betas:i,include:["vertices","normals","joints"]}),o=c=>r.joints.subarray(3*c,3*c+3),a=Float32Array.from(this.joints.flatMap((c,h)=>[1,0,0,0,0,1,0,0,0,0,1,0,...o(h).map(u=>-u),1])),l=this.joints.map(({name:c,parent:h},u)=>({name:c,parent:h,offset:[...o(u)].map((d,p)=>d-(h<0?0:o(h)[p]))}));return new s({...this.rig,positions:r.vertices,normals:r.normals,joints:l,inverseBinds:a,pattern:this},i)}withTriangles(t){return t?(this.fewer.has(t)||this.fewer.set(t,cx(this.fine,this.isDressed?this.whole.levels[Wn.indexOf(t)]:this.pattern.corners(t))),this.fewer.get(t)):this.fine}corners(t){return this.choices??=Ku(this.rig.positions,this.rig.indices,Wn),this.choices[Wn.indexOf(t)]}dispose(){for(let t of[this.fine,...this.fewer.values(),...(this.made??[]).map(e=>e.geometry)])t.dispose();for(let{material:t}of this.made??[])t.dispose()}};function nd({positions:s,normals:t,indices:e,skinIndex:n,skinWeight:i,uvs:r=null,colors:o=null}){let a=new Zt().setIndex(new Wt(e,1));for(let[l,c,h]of[["position",s,3],["normal",t,3],["skinIndex",n,4],["skinWeight",i,4],["uv",r,2],["color",o,3]])c&&a.setAttribute(l,new Wt(c,h));return a}function cx(s,t){let e=new Zt().setIndex(new Wt(t,1));for(let[n,i]of Object.entries(s.attributes))e.setAttribute(n,i);return e}function id(s){let t=1/0;for(let e=1;e<s.length;e+=3)t=Math.min(t,s[e]);return t}function rd(s){let t=(i,r,o)=>new Wt(o.from(i),r),e=new Zt;for(let i of["position","normal","color"])e.setAttribute(i,t([0,0,0],3,Float32Array));e.setAttribute("skinIndex",t([0,0,0,0],4,Uint8Array)).setAttribute("skinWeight",t([1,0,0,0],4,Float32Array));let n=new Gi(e,od(s,!0));n.bind(new Wi([new li]),new Bt),s.renderer.compile(n,s.camera.eye,s.scene)}function od(s,t,e=16777215){return s.isSoftware?new Ee({color:e,vertexColors:t}):new kn({color:e,vertexColors:t,roughness:.75})}var Xn=class{constructor(t,e,n){this.group=new xe,this.view=n,this.color=e,this.setShape(t)}setShape(t){this.shape=t,this.group.clear(),this.material?.dispose(),this.material=od(this.view,t.isDressed,t.isDressed?16777215:this.color),this.bones=t.joints.map(e=>Object.assign(new li,{name:e.name})),t.joints.forEach((e,n)=>{this.bones[n].position.fromArray(e.offset),this.bones[n].quaternion.fromArray(t.still,4*n),(e.parent<0?this.group:this.bones[e.parent]).add(this.bones[n])}),this.skeleton=new Wi(this.bones,t.binds),this.bones[0].position.y=t.floor+t.lift,this.mesh=this.skinned(t.fine,this.material),this.full=null,this.group.add(this.mesh)}skinned(t,e){let n=new Gi(t,e);return n.bind(this.skeleton,new Bt),n.boundingSphere=new Ve(new P(0,.9,0),1.5),Object.assign(n,{castShadow:!0,receiveShadow:!this.view.isSoftware})}set triangles(t){let e=!t&&this.shape.isDressed;e&&!this.full&&(this.full=new xe().add(...this.shape.parts(this.view).map(({geometry:n,material:i})=>this.skinned(n,i))),this.group.add(this.full)),this.full&&(this.full.visible=e),this.mesh.visible=!e,this.mesh.geometry=this.shape.withTriangles(t)}fade(t){Object.assign(this.material,{transparent:t<1,opacity:t})}pose(t){this.group.position.fromArray(t.root),this.group.rotation.y=t.yaw,t.smpl&&(this.bones[0].position.fromArray(this.shape.pelvis(t.smpl.pelvis)),this.shape.smpl.forEach((e,n)=>this.bones[e]?.quaternion.fromArray(t.smpl.rotations,4*n)))}places(t=new Float32Array(3*this.bones.length)){return this.group.updateWorldMatrix(!0,!0),this.bones.forEach((e,n)=>t.set(e.matrixWorld.elements.slice(12,15),3*n)),t}dispose(){this.group.removeFromParent(),this.skeleton.dispose(),this.material.dispose()}},hx=dx(),ux=new Os(.022,1);function dx(){let s=new $i(.001,.03,.8,5,1).translate(0,.6,0).toNonIndexed(),t=new $i(.03,.001,.2,5,1).translate(0,.1,0).toNonIndexed(),e=new Float32Array([...s.attributes.position.array,...t.attributes.position.array]),n=new Zt().setAttribute("position",new Wt(e,3));return n.computeVertexNormals(),n}var rr=class{constructor(t,e,n=null){let i=n?n.shape.joints.map(({name:r,parent:o})=>({name:r,parent:n.shape.joints[o]?.name})):t;this.body=n,this.names=i.map(r=>r.name),this.parents=i.map(r=>this.names.indexOf(r.parent)),this.group=new xe,this.material=new Ee({color:e}),this.sticks=new Xi(hx,this.material,i.length),this.balls=new Xi(ux,this.material,i.length);for(let r of[this.sticks,this.balls])r.frustumCulled=!1,r.castShadow=!0,this.group.add(r);this.points=new Float32Array(3*i.length)}pose(t){if(this.body)this.body.places(this.points);else if(t.joints)jn(t,t.joints,this.points);else return;let e=new P,n=new P,i=new P(0,1,0),r=new Se,o=new Bt,a=new P(1,1,1);this.parents.forEach((l,c)=>{if(e.fromArray(this.points,3*c),this.balls.setMatrixAt(c,o.compose(e,r.identity(),a.set(1,1,1))),l<0)return this.sticks.setMatrixAt(c,o.makeScale(0,0,0));n.fromArray(this.points,3*l);let h=e.distanceTo(n);r.setFromUnitVectors(i,e.sub(n).normalize()),this.sticks.setMatrixAt(c,o.compose(n,r,a.set(Math.min(1,4*h),h,Math.min(1,4*h))))}),this.sticks.instanceMatrix.needsUpdate=this.balls.instanceMatrix.needsUpdate=!0}places(){return this.points}dispose(){this.group.removeFromParent(),this.material.dispose(),this.sticks.dispose(),this.balls.dispose()}};var fx=globalThis.matchMedia?.("(prefers-reduced-motion: reduce)"),wa=class{constructor(t,e){Object.assign(this,{camera:t,isOn:e,isStill:!!fx?.matches,begun:null,passed:0}),e&&(this.yaw=t.yaw=.32,this.ahead=[Math.sin(this.yaw),Math.cos(this.yaw)],this.side=[this.ahead[1],-this.ahead[0]],[this.from,this.to]=[{pitch:.05,distance:5.2},{pitch:.14,distance:4.3}],Object.assign(t,this.isStill?this.to:this.from))}place(t){let e=t===0?0:Math.ceil(t/2)*(t%2?1:-1)*.95,n=(this.isStill?0:3.9)+(t?.55:0);return[0,1].map(i=>e*(this.side?.[i]??0)-n*(this.ahead?.[i]??0))}facing(){return this.yaw??0}steer(t,e){if(!this.isOn)return!1;this.isStill&&this.end(),this.begun??=e,e-this.begun>3.8&&this.end();for(let n of t)this.isOn&&!n.isOpening&&n.character.input({move:this.ahead,gait:"walk"}),!this.isOn&&n.isOpening&&n.character.input({move:[0,0]}),n.isOpening=this.isOn;return this.isOn}end(){this.isOn=!1}update(t){if(!this.to||this.isStill||this.passed>=1||this.begun===null)return;(this.camera.touched>0||this.camera.pointers.size)&&(this.passed=1),this.passed=Math.min(1,this.passed+t/3.8);let e=this.passed*this.passed*(3-2*this.passed);for(let n of["pitch","distance"])this.camera[n]+=(this.from[n]+e*(this.to[n]-this.from[n])-this.camera[n])*(this.passed<1?1:0)}};function ld({at:s,x:t,z:e,side:n,error:i,most:r,power:o=8}){let a=(1<<o)+1,l=n/(a-1),c=new Float32Array(a*a);for(let d=0;d<a;d++)for(let p=0;p<a;p++)c[d*a+p]=s(t+p*l,e+d*l);let h=px(c,a),u=ad(h,a,i);for(let d=1.35*i;u.length>3*r;d*=1.35)u=ad(h,a,d);return mx(c,a,l,t,e,u)}function px(s,t){let e=new Float32Array(t*t),n=(i,r,o,a,l)=>{let c=i*t+r;e[c]=Math.abs(s[c]-.5*(s[c-o*t-a]+s[c+o*t+a]));for(let[h,u]of l)i+h>=0&&i+h<t&&r+u>=0&&r+u<t&&(e[c]=Math.max(e[c],e[c+h*t+u]))};for(let i=2;i<t;i*=2){let r=i/2,o=Math.floor(r/2),a=o?[[-o,-o],[-o,o],[o,-o],[o,o]]:[];for(let c=0;c<t;c+=r){let h=c/r%2;for(let u=h?0:r;u<t;u+=i)n(c,u,h?r:0,h?0:r,a)}let l=[[-r,0],[r,0],[0,-r],[0,r]];for(let c=r;c<t;c+=i)for(let h=r;h<t;h+=i)n(c,h,r,((c-r)/i+(h-r)/i)%2?-r:r,l)}return e}function ad(s,t,e){let n=[],i=t-1,r=(o,a,l,c,h,u)=>{let d=(o+l)/2,p=(a+c)/2;Math.abs(o-h)+Math.abs(a-u)>1&&s[d*t+p]>e?(r(h,u,o,a,d,p),r(l,c,h,u,d,p)):n.push(o*t+a,l*t+c,h*t+u)};return r(0,0,i,i,0,i),r(i,i,0,0,i,0),n}function mx(s,t,e,n,i,r){let o=new Map,a=[],l=[],c=(u,d)=>s[Math.min(t-1,Math.max(0,u))*t+Math.min(t-1,Math.max(0,d))],h=Uint32Array.from(r,u=>{if(o.has(u))return o.get(u);let d=Math.floor(u/t),p=u%t,g=(c(d,p+1)-c(d,p-1))/(2*e),_=(c(d+1,p)-c(d-1,p))/(2*e),m=Math.hypot(g,1,_);return a.push(n+p*e,s[u],i+d*e),l.push(-g/m,1/m,-_/m),o.set(u,o.size),o.size-1});return{positions:new Float32Array(a),normals:new Float32Array(l),indices:h}}var Ea={flat:null,hills:{ground:{kind:"hills",seed:1,side:48}},rolling:{ground:{kind:"rolling",seed:2,side:48}},rocky:{ground:{kind:"rocky",seed:3,side:48}},steps:{ground:{kind:"steps",seed:4,side:48}},course:{ground:{kind:"flat",side:48},walls:[{from:[-3,9],to:[1,9]},{from:[4,5],to:[4,9]},{from:[-5,2],to:[-5,7]}],jumps:[{at:[0,4]},{at:[-2.5,12]}],crouches:[{at:[2.2,12.5],size:[2.4,3]}],beams:[{from:[6.5,2],to:[6.5,8]}]}},gx=`
  vec2 q = vGround.xz, w = fwidth(q) + 1e-5;
  vec2 one = abs(fract(q - 0.5) - 0.5) / w, ten = abs(fract(q / 10.0 - 0.5) - 0.5) * 10.0 / w;
  float fade = clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);
  float line = max((1.0 - min(1.0, min(one.x, one.y))) * 0.45 * fade, (1.0 - min(1.0, min(ten.x, ten.y) / 1.6)) * 0.9);
  diffuseColor.rgb = mix(diffuseColor.rgb, lineColor, line);`;function _x(s){let t=new Ee({color:s.ground});return t.userData.line={value:new _t(s.line)},t.onBeforeCompile=e=>{e.uniforms.lineColor=t.userData.line,e.vertexShader=e.vertexShader.replace("#include <common>",`#include <common>
varying vec3 vGround;`).replace("#include <begin_vertex>",`#include <begin_vertex>
vGround = (modelMatrix * vec4(position, 1.0)).xyz;`),e.fragmentShader=e.fragmentShader.replace("#include <common>",`#include <common>
varying vec3 vGround;
uniform vec3 lineColor;`).replace("#include <color_fragment>",`#include <color_fragment>
${gx}`)},t}var Sa=class{constructor(t){Object.assign(this,{view:t,map:null,scene:null}),this.group=new xe,this.material=_x(t.colors),this.thing=new Ee({color:t.colors.line}),this.area=new fn({color:t.colors.mark,transparent:!0,opacity:.22,depthWrite:!1}),this.plane=new Qt(new ci(160,160).rotateX(-Math.PI/2),this.material),this.plane.receiveShadow=!0,t.scene.add(this.plane,this.group),t.listeners.add(this)}theme(t){this.material.color.set(t.ground),this.material.userData.line.value.set(t.line),this.thing.color.set(t.line),this.area.color.set(t.mark)}detail(){this.map&&this.show(this.scene)}update(){let t=this.view.camera.target;this.plane.position.set(Math.round(t.x),0,Math.round(t.z))}show(t){this.clear(),this.scene=t;let e=t?.ground;this.map=e?.heights&&e.heights.flat().some(n=>n!==0)?{...e,heights:Float32Array.from(e.heights.flat())}:null,this.plane.visible=!this.map,this.map&&this.group.add(this.terrain(...this.view.detail.ground)),t&&this.furnish(t)}clear(){for(let t of[...this.group.children])t.geometry.dispose(),t.removeFromParent()}terrain(t,e){let{columns:n,cell:i,x:r,z:o}=this.map,a=ld({at:(c,h)=>this.heightAt(c,h),x:r,z:o,side:(n-1)*i,error:t,most:e}),l=new Zt().setAttribute("position",new Wt(a.positions,3)).setIndex(new Wt(a.indices,1));return l.setAttribute("normal",new Wt(a.normals,3)),Object.assign(new Qt(l,this.material),{receiveShadow:!0})}furnish({walls:t=[],jumps:e=[],crouches:n=[],beams:i=[]}){let r=(a,l,c,h,u)=>{let d=new Qt(a,l);return d.position.set(c,this.heightAt(c,h)+u,h),d.castShadow=l===this.thing,this.group.add(d),d},o=({from:a,to:l,width:c=.1},h,u,d)=>{let[p,g]=[l[0]-a[0],l[1]-a[1]];r(new Sn(2*c,h,Math.hypot(p,g)+2*c),d,(a[0]+l[0])/2,(a[1]+l[1])/2,u).rotation.y=Math.atan2(p,g)};for(let a of t)o(a,1,.5,this.thing);for(let a of i)o(a,.02,.012,this.area);for(let{at:a,radius:l=.75}of e)r(new ks(l-.08,l,40).rotateX(-Math.PI/2),this.area,...a,.015);for(let{at:a,size:l}of n)r(new Sn(l[0],.08,l[1]),this.area,...a,1.35)}heightAt(t,e){let n=this.map;if(!n)return 0;let i=Math.min(n.columns-1.001,Math.max(0,(t-n.x)/n.cell)),r=Math.min(n.rows-1.001,Math.max(0,(e-n.z)/n.cell)),o=Math.floor(i),a=Math.floor(r),l=i-o,c=r-a,h=(u,d)=>n.heights[d*n.columns+u];return(1-c)*((1-l)*h(o,a)+l*h(o+1,a))+c*((1-l)*h(o,a+1)+l*h(o+1,a+1))}hit(t,e=new P){if(!this.map)return t.direction.y<-.01?t.at(-t.origin.y/t.direction.y,e):null;for(let n=0,i=.05;n<120;n+=i){t.at(n,e);let r=e.y-this.heightAt(e.x,e.z);if(r<=.005)return e;i=Math.max(.02,.4*r)}return null}};var os=class{constructor({width:t=240,height:e=44,least:n=0,most:i=0,length:r=120}={}){this.canvas=document.createElement("canvas"),this.canvas.className="plot",this.canvas.setAttribute("aria-hidden","true"),Object.assign(this,{width:t,height:e,least:n,most:i,length:r,values:[]});let o=Math.min(2,devicePixelRatio);Object.assign(this.canvas,{width:t*o,height:e*o}),Object.assign(this.canvas.style,{width:`${t}px`,height:`${e}px`}),this.pen=this.canvas.getContext("2d"),this.pen.scale(o,o)}push(t){this.values.push(t),this.values.length>this.length&&this.values.shift(),this.draw()}draw(){let{pen:t,width:e,height:n,values:i}=this,r=Math.max(this.most,...i)||1,o=this.least,a=c=>e-1-(i.length-1-c)*(e/(this.length-1)),l=c=>n-2-(c-o)/(r-o)*(n-4);t.clearRect(0,0,e,n),t.beginPath(),i.forEach((c,h)=>t.lineTo(a(h),l(c))),t.strokeStyle=getComputedStyle(this.canvas).color,t.lineWidth=1.5,t.stroke(),t.lineTo(e,n),t.lineTo(a(0),n),t.globalAlpha=.15,t.fillStyle=t.strokeStyle,t.fill(),t.globalAlpha=1}};var hd=[["left_ankle","l"],["left_foot","l"],["right_ankle","r"],["right_foot","r"]],xx=[1,3],mc=3,cd=.5,Ta=class{constructor(){this.lamps=hd.map(([t,e])=>G(`span.lamp.${e}`,{title:t.replace("_"," ")})),this.speed=G("b",{},"0.0"),this.gait=G("b",{},q("stand")),this.slide=G("b",{},"–"),this.plot=new os({width:120,height:26,least:0,most:20}),this.element=G(".meter",{role:"group","aria-label":q("slide")},G("span",{},this.gait),G("span",{},this.speed," m/s"),G("span.feet",{"aria-hidden":"true"},this.lamps),G("span",{title:q("slideIs")},q("slide")," ",this.slide," cm/s"),this.plot.canvas),this.clear()}clear(){Object.assign(this,{before:null,planted:[],slides:[],speeds:[],shown:0,latest:null})}take(t,e,n,i){let r=t.smpl&&n?bx(t,n):t.joints?vx(t,i):null,o=e-(this.before?.time??e);this.before&&o>0&&o<.1&&this.speeds.push([e,Math.hypot(t.root[0]-this.before.c.root[0],t.root[2]-this.before.c.root[2])/o]);for(let a of xx)this.slid(a,r!==null&&o<.1&&(t.contacts>>a&1)===1,r?.[a],e);this.before={time:e,c:t,places:r},this.latest=t}slid(t,e,n,i){let r=this.planted[t];if(!e||r&&i-r.time>=cd){let o=e?{time:i,place:n}:r?.last;r&&o.time>r.time&&this.slides.push([o.time,100*Math.hypot(o.place.x-r.place.x,o.place.z-r.place.z),o.time-r.time]),this.planted[t]=null}e&&(this.planted[t]??={time:i,place:n},this.planted[t].last={time:i,place:n})}show(t,e){this.latest&&(this.lamps.forEach((n,i)=>n.classList.toggle("on",!!(this.latest.contacts>>i&1))),!(t-this.shown<.15)&&(this.shown=t,this.say(e,this.before.time)))}say(t,e){let n=(r,o)=>{let a=r.filter(([c])=>e-c<o),l=c=>a.reduce((h,u)=>h+(u[c]??1),0);return a.length?l(1)/l(2):null};this.slides=this.slides.filter(([r])=>e-r<mc),this.speeds=this.speeds.filter(([r])=>e-r<mc);let i=n(this.slides,mc);this.speed.textContent=(n(this.speeds,.6)??0).toFixed(1),this.gait.textContent=q(t),this.slide.textContent=i===null?"–":i.toFixed(1),this.plot.push(n(this.slides,cd)??0)}},yx=["LeftFoot","LeftToeBase","RightFoot","RightToeBase"];function vx(s,t){let e=jn(s,s.joints),n=yx.map(i=>t.indexOf(i));return n.includes(-1)?null:n.map(i=>new P().fromArray(e,3*i))}function bx(s,t){let e=new Se().setFromAxisAngle(new P(0,1,0),s.yaw),n=new Se;return hd.map(([i])=>{let r=new P;for(let o=t.findIndex(a=>a.name===i);o>0;o=t[o].parent)r.add(new P().fromArray(t[o].offset)),r.applyQuaternion(n.fromArray(s.smpl.rotations,4*t[o].parent));return r.add(new P().fromArray(s.smpl.pelvis)).applyQuaternion(e).add(new P().fromArray(s.root))})}var Mx=5126,ud={target:34962},wx=120,Aa=class{constructor(){this.tracks=new Map,this.start=null}get seconds(){return this.start===null?0:this.last-this.start}get isFull(){return this.seconds>=wx}take(t){this.start??=t.time,this.last=t.time;for(let e of t.characters)e.smpl&&this.add(e,t.time-this.start)}add(t,e){let n=()=>({times:[],roots:[],yaws:[],pelvis:[],rotations:[],before:null}),i=this.tracks.get(t.id)??this.tracks.set(t.id,n()).get(t.id);if(i.times.length&&e<=i.times[i.times.length-1])return;let r=Float32Array.from([0,Math.sin(t.yaw/2),0,Math.cos(t.yaw/2),...t.smpl.rotations]);i.before&&$n(r,i.before),i.before=r,i.times.push(e),i.roots.push(...t.root),i.pelvis.push(...t.smpl.pelvis),i.yaws.push(...r.subarray(0,4)),i.rotations.push(r.subarray(4))}glb(t){let e=new gc;for(let[n,i]of this.tracks)t.has(n)&&e.character(`character ${n}`,i,t.get(n));return e.write()}},gc=class{constructor(){this.gltf={asset:{version:"2.0",generator:"posed"},scene:0,scenes:[{nodes:[]}],nodes:[],meshes:[],skins:[],accessors:[],bufferViews:[],materials:[],animations:[{name:"motion",channels:[],samplers:[]}]},Object.assign(this,{parts:[],size:0,files:new Map,shapes:new Map})}take(t){if(this.files.has(t))return this.files.get(t);let{gltf:e,bin:n}=Tx(t),i=this.gltf,r={view:i.bufferViews.length,accessor:i.accessors.length,material:i.materials.length,image:i.images?.length??0,texture:i.textures?.length??0,sampler:i.samplers?.length??0};i.asset={...e.asset,...i.asset,extras:e.asset.extras},i.bufferViews.push(...e.bufferViews.map(u=>({...u,buffer:0,byteOffset:(u.byteOffset??0)+this.size}))),i.accessors.push(...e.accessors.map(u=>({...u,bufferView:u.bufferView+r.view})));for(let u of["images","textures","samplers"])e[u]&&(i[u]??=[]);i.images?.push(...(e.images??[]).map(u=>({...u,bufferView:u.bufferView+r.view}))),i.samplers?.push(...e.samplers??[]),i.textures?.push(...(e.textures??[]).map(u=>({...u,source:u.source+r.image,sampler:u.sampler+r.sampler}))),i.materials.push(...(e.materials??[{}]).map(u=>Sx(u,r.texture))),this.parts.push(n),this.size+=n.byteLength;let o=u=>Object.fromEntries(Object.entries(u).map(([d,p])=>[d,p+r.accessor])),a=e.meshes[0],l=e.skins[0],c=a.primitives.map(u=>({...u,attributes:o(u.attributes),...u.indices===void 0?{}:{indices:u.indices+r.accessor},material:(u.material??0)+r.material,...u.targets?{targets:u.targets.map(o)}:{}})),h={mesh:{...a,primitives:c},joints:l.joints,nodes:e.nodes,binds:l.inverseBindMatrices===void 0?void 0:l.inverseBindMatrices+r.accessor};return this.files.set(t,h),h}character(t,e,{rig:n,color:i=null,rotations:r=a=>a,lift:o=0}){let{gltf:a}=this,l=this.take(n.buffer),c=a.nodes.length,h=c+2,{mesh:u,binds:d}=this.shaped(n,l),{joints:p,nodes:g}=l;a.meshes.push({...u,primitives:u.primitives.map(_=>({..._,material:this.material(_.material,i)}))}),a.skins.push({inverseBindMatrices:d,joints:p.map((_,m)=>h+m),skeleton:h}),a.nodes.push({name:t,children:[c+1,h]},{name:`${t}, skin`,mesh:a.meshes.length-1,skin:a.skins.length-1});for(let[_,m]of p.entries()){let{name:f,children:S}=g[m],M=n.pattern?n.joints[_].offset:g[m].translation;a.nodes.push({name:f,translation:M,...S?{children:S.map(y=>h+p.indexOf(y))}:{}})}a.scenes[0].nodes.push(c),this.animate(e,c,h,p.length,r,o)}shaped(t,e){if(!t.pattern)return e;if(!this.shapes.has(t)){let n=this.numbers(t.positions,"VEC3",ud),i=this.numbers(t.normals,"VEC3",ud),{weights:r,extras:o,...a}=e.mesh,l=a.primitives.map(({targets:c,...h})=>({...h,attributes:{...h.attributes,POSITION:n,NORMAL:i}}));this.shapes.set(t,{mesh:{...a,primitives:l},binds:this.numbers(t.inverseBinds,"MAT4")})}return this.shapes.get(t)}material(t,e){let{materials:n}=this.gltf,i=n[t]?.pbrMetallicRoughness??{};return e?n.push({...n[t],pbrMetallicRoughness:{...i,baseColorFactor:[...e,1]}})-1:t}animate(t,e,n,i,r,o){let{channels:a,samplers:l}=this.gltf.animations[0],c=this.numbers(t.times,"SCALAR"),h=(d,p,g,_)=>a.push({sampler:l.push({input:c,output:this.numbers(g,_),interpolation:"LINEAR"})-1,target:{node:d,path:p}});h(e,"translation",t.roots,"VEC3"),h(e,"rotation",t.yaws,"VEC4"),h(n,"translation",t.pelvis.map((d,p)=>p%3===1?d+o:d),"VEC3");let u=t.rotations.map(d=>r(d));for(let d=0;d<i;d++)h(n+d,"rotation",u.flatMap(p=>[...p.subarray(4*d,4*d+4)]),"VEC4")}numbers(t,e,n={}){let{bufferViews:i,accessors:r}=this.gltf,o=Float32Array.from(t),a={SCALAR:1,VEC3:3,VEC4:4,MAT4:16}[e],l=i.push({buffer:0,byteOffset:this.size,byteLength:o.byteLength,...n})-1,c=e==="SCALAR"||e==="VEC3"?Ex(o,a):{};return this.parts.push(new Uint8Array(o.buffer)),this.size+=o.byteLength,r.push({bufferView:l,componentType:Mx,count:o.length/a,type:e,...c})-1}write(){return this.gltf.buffers=[{byteLength:this.size}],Ax(this.gltf,this.parts)}};function Sx(s,t){let{pbrMetallicRoughness:e}=s;return e?.baseColorTexture?{...s,pbrMetallicRoughness:{...e,baseColorTexture:{...e.baseColorTexture,index:e.baseColorTexture.index+t}}}:s}function Ex(s,t){let e=new Array(t).fill(1/0),n=new Array(t).fill(-1/0);return s.forEach((i,r)=>{e[r%t]=Math.min(e[r%t],i),n[r%t]=Math.max(n[r%t],i)}),{min:e,max:n}}function Tx(s){let t=new DataView(s),e=t.getUint32(12,!0),n=20+e;return{gltf:JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,e))),bin:new Uint8Array(s,n+8,t.getUint32(n,!0))}}function Ax(s,t){let e=new TextEncoder().encode(JSON.stringify(s)),n=4*Math.ceil(e.length/4),i=t.reduce((l,c)=>l+c.byteLength,0),r=new Uint8Array(28+n+i),o=new DataView(r.buffer);[1179937895,2,r.length,n,1313821514].forEach((l,c)=>o.setUint32(4*c,l,!0)),r.fill(32,20,20+n).set(e,20),o.setUint32(20+n,i,!0),o.setUint32(24+n,5130562,!0);let a=28+n;for(let l of t)r.set(l,a),a+=l.byteLength;return r.buffer}var Rx=.12,Cx=.7,fd=500,Ix=50,Ra=class{constructor(t){Object.assign(this,{motion:t,drawing:!1,points:[]})}buttons(){return this.draw=te(q("drawPath"),()=>this.toggle(),{keys:"P",pressed:!1}),[this.draw,te(q("circle"),()=>this.preset(Px)),te(q("eight"),()=>this.preset(Lx)),te(q("stop"),()=>this.stop())]}toggle(t=!this.drawing){this.drawing=t,this.draw.press(t),this.motion.view.canvas.classList.toggle("drawing",t),t&&_e(q("drawHint"),"hint")}grab(t){if(!this.drawing||!this.motion.mine)return null;let e=this.points=[],n=i=>{let r=this.motion.ground.hit(i),o=e[e.length-1];!r||e.length>=fd||o&&Math.hypot(r.x-o[0],r.z-o[1])<Rx||(e.push([r.x,r.z]),this.motion.marks.path(e))};return n(t),{move:(i,r)=>n(r),end:()=>this.finish()}}finish(){this.toggle(!1);let{points:t}=this;if(t.length<2)return this.motion.marks.path([]);let[e,n]=[t[0],t[t.length-1]],i=t.length>12&&Math.hypot(e[0]-n[0],e[1]-n[1])<Cx;this.follow(dd(dd(t,i),i),i)}follow(t,e){let{mine:n,marks:i,sticks:r}=this.motion;n&&(this.points=t,i.path(t,e),n.character.follow(t,{closed:e,gait:r.read().crouch?"crouch":"walk"}).catch(o=>_e(o.detail)))}preset(t){let e=this.motion.mine?.last;e&&this.follow(t(e.root[0],e.root[2],e.yaw),!0)}arrived(){this.forget()}stop(){this.forget(),this.motion.mine?.character.input({move:[0,0]})}forget(){this.points=[],this.motion.marks.path([]),this.motion.mine&&(this.motion.mine.character.path=null)}};function dd(s,t){if(2*s.length>fd)return s;let e=(i,r,o)=>[i[0]+(r[0]-i[0])*o,i[1]+(r[1]-i[1])*o],n=t?[]:[s[0]];for(let i=0;i<s.length-(t?0:1);i++){let r=s[i],o=s[(i+1)%s.length];n.push(e(r,o,.25),e(r,o,.75))}return t?n:[...n,s[s.length-1]]}var pd=(s,t,e,n)=>n.map(([i,r])=>[s+Math.cos(e)*i+Math.sin(e)*r,t-Math.sin(e)*i+Math.cos(e)*r]),md=(s,t)=>Array.from({length:s},(e,n)=>t(2*Math.PI*n/s));function Px(s,t,e){return pd(s,t,e,md(48,n=>[2.2*(1-Math.cos(n)),2.2*Math.sin(n)]))}function Lx(s,t,e){return pd(s,t,e,md(72,n=>[2.4*Math.sin(n)*Math.cos(n)*1.4,3.2*Math.sin(n)]))}var Ca=class{constructor(t){Object.assign(this,{motion:t,hand:null,next:0,place:new P})}buttons(){return this.knobs={left_hand:te(q("leftHand"),()=>this.toggle("left_hand"),{pressed:!1}),right_hand:te(q("rightHand"),()=>this.toggle("right_hand"),{keys:"G",pressed:!1})},Object.values(this.knobs)}toggle(t="right_hand"){let e=this.hand===t;this.stop(),!(e||!this.motion.mine?.last)&&(this.hand=t,this.knobs[t].press(!0),this.ball=new bi(this.motion.view,14702140,.055),this.place.set(t==="left_hand"?.22:-.22,1.25,.42),this.update(),this.send(),_e(q("reachHint"),"hint"))}stop(){if(!this.hand)return;let{character:t}=this.motion.mine??{};t&&this.motion.stream?.ask("reach",{id:t.id,joint:this.hand,weight:0,seconds:.3}).catch(()=>{}),this.knobs[this.hand].press(!1),this.ball.dispose(),this.hand=this.ball=null}update(){let t=this.motion.mine?.last;!this.ball||!t||this.dragged||this.ball.position.copy(this.place).applyAxisAngle(new P(0,1,0),t.yaw).add(new P().fromArray(t.root))}grab(t){return!this.ball||this.ball.miss(t)>1?null:(this.dragged=!0,this.ball.drag(t,e=>this.drag(e),()=>{this.dragged=!1,this.send()}))}drag(t){let e=this.motion.mine?.last;e&&(this.place.copy(t).sub(new P().fromArray(e.root)).applyAxisAngle(new P(0,1,0),-e.yaw),performance.now()>this.next&&this.send())}send(){this.next=performance.now()+Ix;let{character:t}=this.motion.mine??{};t&&this.motion.stream?.ask("reach",{id:t.id,joint:this.hand,target:this.place.toArray(),anchor:"root",weight:1,seconds:.15}).catch(e=>_e(e.detail))}};var _c={KeyW:[0,1],ArrowUp:[0,1],KeyS:[0,-1],ArrowDown:[0,-1],KeyA:[-1,0],ArrowLeft:[-1,0],KeyD:[1,0],ArrowRight:[1,0]},Dx={KeyQ:-1,KeyE:1},Ux=.15,Ia=class{constructor(){Object.assign(this,{held:new Set,touch:[0,0],touchJog:!1,touchJump:!1,touchCrouch:!1,active:!0}),this.commands=new Map,addEventListener("keydown",t=>this.down(t)),addEventListener("keyup",t=>this.held.delete(t.code)),addEventListener("blur",()=>this.held.clear())}down(t){t.ctrlKey||t.metaKey||t.altKey||aa(t.target,t.key)||!this.active||((_c[t.code]||t.code==="Space")&&t.preventDefault(),this.held.add(t.code),t.repeat||this.commands.get(t.code)?.())}read(){let t=0,e=0,n=0;for(let l of this.held)t+=_c[l]?.[0]??0,e+=_c[l]?.[1]??0,n+=Dx[l]??0;let i=(...l)=>l.some(c=>this.held.has(c)),r=this.readPad();t+=this.touch[0]+r.right,e+=this.touch[1]+r.ahead,n+=r.sideways;let o=Math.hypot(t+n,e),a=Math.max(1,o);return{right:t/a,ahead:e/a,sideways:n/a,jog:i("ShiftLeft","ShiftRight")||this.touchJog||r.jog,run:i("KeyR"),crouch:i("KeyC")||this.touchCrouch||r.crouch,jump:i("Space")||this.touchJump||r.jump,idle:o<.01}}readPad(){let t=[...navigator.getGamepads?.()??[]].find(i=>i?.connected&&i.mapping==="standard");if(!t||!this.active)return{right:0,ahead:0,sideways:0,camera:[0,0]};let e=i=>Math.abs(i)<Ux?0:i,n=i=>t.buttons[i]?.pressed??!1;return{right:e(t.axes[0]),ahead:-e(t.axes[1]),camera:[e(t.axes[2]),e(t.axes[3])],sideways:(n(5)?1:0)-(n(4)?1:0),jump:n(0),crouch:n(1),jog:(t.buttons[7]?.value??0)>.3}}touchControls(t){let e=G(".knob"),n=G(".stick",{"aria-hidden":"true"},e),i=a=>{let l=n.getBoundingClientRect(),c=l.width/2,h=(a.clientX-l.left-c)/c,u=(a.clientY-l.top-c)/c,d=Math.max(1,Math.hypot(h,u));[h,u]=[h/d,u/d],this.touch=[h,-u],e.style.transform=`translate(${h*60}%, ${u*60}%)`},r=()=>{this.touch=[0,0],e.style.transform=""};n.addEventListener("pointerdown",a=>{n.setPointerCapture(a.pointerId),i(a)}),n.addEventListener("pointermove",a=>n.hasPointerCapture(a.pointerId)&&i(a));for(let a of["pointerup","pointercancel"])n.addEventListener(a,r);let o=(a,l)=>G("button.knobs",{type:"button",onpointerdown:()=>{this[l]=!0},onpointerup:()=>{this[l]=!1},onpointercancel:()=>{this[l]=!1}},a);return G(".touch",{},n,G(".buttons",{},o(t.jog,"touchJog"),o(t.crouch,"touchCrouch"),o(t.jump,"touchJump")))}};var Nx=[0,.35,-.35,.7,-.7,1.1,-1.1,1.6,-1.6,2.3,-2.3,Math.PI],Fx=[1,.6],Ox=1/12,kx=.12,Bx=.8,zx=12;function xc(s){return()=>{s=s+1831565813|0;let t=Math.imul(s^s>>>15,1|s);return t=t+Math.imul(t^t>>>7,61|t)^t,((t^t>>>14)>>>0)/4294967296}}var Pa=class{constructor(t=90){Object.assign(this,{rate:t,left:0,before:null})}at(t){return this.before!==null&&(this.left=Math.min(this.rate/4,this.left+this.rate*Math.max(0,t-this.before))),this.before=t,Math.floor(this.left)}spend(t){this.left-=t}};function Hx([s,t],[e,n]){let i=s*s+t*t-1,r=s*e+t*n,o=e*e+n*n;if(i<=0)return 0;let a=r*r-o*i;return r<=0||a<0?1/0:(r-Math.sqrt(a))/o}var as=class{constructor(t=1){Object.assign(this,{random:xc(t),people:new Map,next:0,before:null})}turnAway(t){let e=this.people.get(t);e&&(e.goal=null)}step(t,e,n=1/0){if(e<this.next&&e>this.next-1)return[];let i=this.before===null?0:Math.min(.5,e-this.before);this.next=e+Ox,this.before=e;for(let h of this.people.keys())t.some(u=>u.id===h)||this.people.delete(h);let r=t.map(h=>this.look(h,i)),o=r.filter(h=>h.isFree),a=2+1.5*Math.sqrt(t.length),l=r.find(h=>!h.isFree)?.place??[0,0],c=o.map(h=>this.decide(h,r,{middle:l,radius:a,time:e})).filter(({who:h,move:u})=>!h.sent||Math.hypot(u[0]-h.sent[0],u[1]-h.sent[1])>kx);return c.sort((h,u)=>u.urgency-h.urgency),c.slice(0,n).map(({who:h,move:u})=>[h.id,h.sent=u])}look({id:t,root:e,isFree:n},i){let r=this.people.get(t)??{id:t,place:[e[0],e[2]],velocity:[0,0],pace:.8+.2*this.random(),goal:null,sent:null},o=i>0?1-Math.exp(-i/.15):0;return[e[0],e[2]].forEach((a,l)=>{i>0&&(r.velocity[l]+=o*((a-r.place[l])/i-r.velocity[l])),r.place[l]=a}),r.at=r.place.map((a,l)=>a+.4*r.velocity[l]),r.isFree!==n&&(r.sent=null),r.isFree=n,this.people.set(t,r),r}decide(t,e,{middle:n,radius:i,time:r}){let o=e.filter(p=>p!==t&&Math.hypot(p.at[0]-t.at[0],p.at[1]-t.at[1])<5);if(!t.goal||r>t.until||Math.hypot(t.goal[0]-t.place[0],t.goal[1]-t.place[1])<Bx){let p=i*Math.sqrt(this.random()),g=2*Math.PI*this.random();t.goal=[n[0]+p*Math.cos(g),n[1]+p*Math.sin(g)],t.until=r+zx}let[a,l]=[t.goal[0]-t.at[0],t.goal[1]-t.at[1]],c=Math.atan2(a,l),h=[Math.sin(c)*t.pace,Math.cos(c)*t.pace],u=null,d=p=>{let g=this.danger(t,o,p),_=Math.hypot(p[0]-h[0],p[1]-h[1]),m=t.sent?Math.hypot(p[0]-t.sent[0],p[1]-t.sent[1]):0,f=_+.3*m+g;(!u||f<u.cost)&&(u={who:t,move:p,cost:f,urgency:m+g})};for(let p of Fx)for(let g of Nx)d([Math.sin(c+g)*t.pace*p,Math.cos(c+g)*t.pace*p]);return d([0,0]),u}danger(t,e,n){let i=0;for(let r of e){let o=[r.at[0]-t.at[0],r.at[1]-t.at[1]],a=r.isFree?2:1,l=[0,1].map(h=>a*1.2*n[h]-(a-1)*t.velocity[h]-r.velocity[h]),c=Hx(o,l);c>0?i=Math.max(i,c<3?1.2/(c+.15)-1.2/(3+.15):0):i=Math.max(i,8+3*(o[0]*l[0]+o[1]*l[1])/Math.max(.1,Math.hypot(...o)))}return i}};var gd=[14274499,9414333,11120780,12164021,10467250,12890250,10133440,11833231],Vx=["stand","walk","jog","crouch","jump","bump"],La=100,Gx=33,xd=7,Wx=5,_d=[4,19,2,12,10,9,17,24,16,3,15,22],Xx=5,qx=(s=>Array.from({length:xd},()=>Array.from({length:Wx},()=>{let t=Math.sqrt(-2*Math.log(1-s()))*Math.cos(2*Math.PI*s());return Number(Math.max(-2,Math.min(2,1.2*t)).toFixed(2))})))(xc(5)),Yx=["random","gender","age","height","weight","percentile","wear","skin","hair_color","iris"],$x=s=>s?[1.35*Math.sqrt(s)*Math.cos(2.39996*s),1.35*Math.sqrt(s)*Math.sin(2.39996*s)]:[0,0],Da=class{constructor(t){let{view:e,client:n}=t;Object.assign(this,{app:t,view:e,client:n,recorder:null,input:{move:[0,0]},walkers:[],near:[],chosen:0,count:3,figure:"body",others:"wander",scene:"flat",person:{random:Xx},body:"person",previews:[]}),this.opening=new wa(e.camera,!this.readLink()),this.ground=new Sa(e),this.marks=new da(e,this.ground),this.wander=new as,this.budget=new Pa,this.meter=new Ta,this.sticks=new Ia,this.path=new Ra(this),this.reach=new Ca(this),this.group=new xe,e.scene.add(this.group),this.crowd=new _a(this.group),this.shade=new ss(this.group,e,this.ground),e.camera.heightAt=(i,r)=>this.ground.heightAt(i,r),e.listeners.add(this),this.sticks.commands.set("KeyN",()=>this.choose(this.chosen+1)),this.sticks.commands.set("KeyP",()=>this.path.toggle()),this.sticks.commands.set("KeyG",()=>this.reach.toggle()),this.sticks.commands.set("KeyV",()=>this.record()),this.sticks.commands.set("Home",()=>this.restart()),this.changes=Promise.resolve(),this.panel=this.makePanel(),this.hud=G(".motion-hud",{},this.meter.element,this.sticks.touchControls({jog:q("kJog"),jump:q("kJump"),crouch:q("kCrouch")}))}change(t){let e=this.changes.then(t);return this.changes=e.catch(n=>this.app.say(n)),this.changes}async start(){this.shapes=new Map;let t=Promise.all(Array.from({length:Math.min(this.count,3)},(e,n)=>this.preview(n)));rd(this.view),this.change(()=>this.open()),await t}async preview(t){let e=await this.shape(t);if(this.walkers.some(o=>o.last))return;let n=new Xn(e,this.colorOf(t),this.view),[i,r]=this.opening.place(t);n.triangles=this.triangles(this.count).first,n.group.position.set(i,0,r),n.group.rotation.y=this.opening.facing(t),Zx(n),this.group.add(n.group),this.previews.push(n),!performance.getEntriesByName("body").length&&(performance.mark("body"),requestAnimationFrame(()=>requestAnimationFrame(()=>{performance.mark("picture"),document.getElementById("poster")?.remove()})))}fieldsOf(t){if(this.body==="person")return sd(t?{random:_d[(t-1)%_d.length]}:this.person);let e=t?qx[(t-1)%xd]:this.person.betas??[];return e.length?{rig:!0,betas:e}:{rig:!0}}colorOf(t){return gd[t&&1+(t-1)%(gd.length-1)]}shape(t=0){let e=this.fieldsOf(t),n=t>0&&this.body!=="person",i=`${this.body}/${JSON.stringify(e)}${n?"/other":""}`,r=async()=>n?(await this.shape()).reshaped(this.client,this.body,e.betas):Ma.load(this.client,this.body,e);return this.shapes.has(i)||this.shapes.set(i,r().catch(o=>{throw this.shapes.delete(i),o})),this.shapes.get(i)}async open(){let t=await this.putScene(),e=this.stream=this.client.stream({WebSocket:this.app.Socket,...t?{scene:t}:{},profile:this.profile()});e.on("state",n=>this.stream===e&&this.app.connection(n)),e.on("event",n=>this.event(n)).on("stats",n=>this.app.stats(n)).on("frame",n=>this.frame(n)),e.on("error",n=>n.ref||this.app.say(n)),e.on("lost",()=>this.marks.forgetPrints());try{await e.open()}catch(n){throw this.stream=null,n}this.counter.range(1,Math.min(La,e.welcome.limits?.characters??La)),await this.fill()}async putScene(){let t=Ea[this.scene];if(!t)return this.ground.show(null);let e=`page-${this.scene}`;return await this.client.putScene(e,t),this.ground.show(await this.client.json("GET",`/v1/scenes/${e}?heights=true`)),e}restart(){return this.change(async()=>{let{stream:t}=this;this.stream=null,this.clear(),await t?.leave().catch(()=>{}),await this.open()})}profile(){return{channels:["root","contacts","trajectory",this.figure==="bones"?"joints":"smpl"]}}clear(){for(let t of this.walkers)this.drop(t);this.walkers=[],this.chosen=0,this.marks.forgetPrints(),this.marks.trajectories([]),this.path.forget(),this.reach.stop(),this.meter.clear(),this.wander=new as}drop(t){for(let e of t.figures)e.dispose()}async fill(){for(;this.stream&&this.walkers.length>this.count;){let t=this.walkers.pop();await t.character.despawn().catch(()=>{}),this.drop(t),this.chosen>=this.walkers.length&&this.choose(0)}for(;this.stream&&this.walkers.length<this.count;){for(let r=this.walkers.length;r<Math.min(this.count,this.walkers.length+3);r++)this.shape(r).catch(()=>{});let t=this.walkers.length,e=await this.shape(t),n=await this.spawn(t,e);if(!n)break;let i={character:n,shape:e,heard:0,figures:[],color:this.colorOf(t)};this.walkers.push(i),this.dress(i)}}async spawn(t,{betas:e}){let n=this.opening.isOn?this.opening.place(t):$x(t).map((i,r)=>i+(this.walkers[0]?.last?.root[2*r]??0));try{return await this.stream.spawn({position:n,facing:this.opening.isOn?this.opening.facing(t):2.4*t,body:{model:this.body,betas:e}})}catch(i){if(i.code==="not_found"&&!this.walkers.length)throw Object.assign(new Error(q("noMotion")),{lasting:!0});return _e(i.code==="busy"?q("busy"):i.code==="limit"?q("limit"):i.detail),this.count=this.walkers.length,this.counter.set(this.count),null}}dress(t){this.drop(t);let e=this.figure==="bones"?null:new Xn(t.shape,t.color,this.view);if(t.figures=e?[e]:[],this.figure!=="body"){let n=this.stream.welcome.skeletons.find(i=>i.model===t.character.model)??this.stream.welcome.skeletons[0];t.figures.push(new rr(n.joints,e?this.view.colors.mark:t.color,e))}for(let n of t.figures)n.group.visible=!1,this.figure==="both"&&n instanceof Xn&&n.fade(.4),this.group.add(n.group)}setFigure(t){this.figure=t,this.change(async()=>{if(this.stream){await this.stream.profile(this.profile());for(let e of this.walkers)this.dress(e)}})}wear(t,e){return Object.assign(this,{body:t,person:e}),this.restart()}choose(t){this.walkers.length&&(this.walkers[this.chosen]?.character.input({move:[0,0]}),this.reach.stop(),this.chosen=t%this.walkers.length,this.meter.clear())}steer({time:t,characters:e}){let{mine:n,budget:i,input:r}=this,o=i.at(t);if(this.opening.steer(this.walkers,t))return;if(this.others==="copy"){let h=this.walkers.filter(u=>u!==n&&u.input!==r).sort((u,d)=>u.heard-d.heard).slice(0,o);for(let u of h)Object.assign(u,{input:r,heard:t}),u.character.input(r);return i.spend(h.length)}if(this.walkers.length<2)return;let a=new Map(this.walkers.map(h=>[h.character.id,h])),l=e.filter(h=>a.has(h.id)).map(h=>({id:h.id,root:h.root,isFree:h.id!==n?.character.id})),c=this.wander.step(l,t,o);for(let[h,u]of c)a.get(h).character.input({move:u,gait:"walk"});i.spend(c.length)}setOthers(t){this.others=t,this.wander=new as,this.input={move:[0,0]};for(let e of this.walkers)e!==this.mine&&e.character.input(e.input=this.input)}get mine(){return this.walkers[this.chosen]}frame(t){this.app.frame(),this.recorder?.take(t),this.recorder?.isFull&&this.record(),this.steer(t);let{mine:e}=this,n=e&&t.characters.find(o=>o.id===e.character.id);if(!n)return;let i=e.figures.find(o=>o instanceof Xn),r=e.figures.find(o=>o instanceof rr);this.meter.take(n,t.time,i?.shape.joints??null,r?.names??[])}event({event:t,id:e,foot:n,position:i}){if(t==="footstep"){let r=this.walkers.find(o=>o.character.id===e);r&&this.marks.footprint(n==="left"?0:1,...i,r.last?.yaw??0)}t==="blocked"&&this.wander.turnAway(e),t==="arrived"&&e===this.mine?.character.id&&this.path.arrived()}async record(){let{recorder:t}=this;if(this.recorder=t?null:new Aa,this.recordKnob.press(!t),this.recordKnob.firstChild.textContent=q(t?"record":"recording"),!t)return;if(!t.tracks.size)return _e(q("nothingRecorded"));let e=new Map(this.walkers.map(r=>[r.character.id,{rig:r.shape.rig,color:r.shape.isDressed?null:new _t(r.color).toArray(),rotations:o=>r.shape.rotations(o),lift:r.shape.lift}])),n=new Blob([t.glb(e)],{type:"model/gltf-binary"}),i=URL.createObjectURL(n);G("a",{href:i,download:"motion.glb"}).click(),setTimeout(()=>URL.revokeObjectURL(i),1e4),_e(q("recorded"),"hint")}link(){let t=new URLSearchParams({characters:this.count,scene:this.scene,figure:this.figure,others:this.others,model:this.body});for(let[e,n]of Object.entries(this.person))t.set(e,Array.isArray(n)?n.map(i=>Number(i.toFixed(4))).join(","):n);return t.set("view",this.view.camera.write()),`#motion?${t.toString().replace(/%2C/g,",")}`}readLink(){if(!location.hash.startsWith("#motion?"))return!1;let t=new URLSearchParams(location.hash.slice(8)),e=(t.get("betas")??"").split(",").filter(Boolean).map(Number),n=(r,o)=>{o.includes(t.get(r))&&(this[r]=t.get(r))};n("scene",Object.keys(Ea)),n("figure",["body","bones","both"]),n("others",["wander","copy"]),this.count=Math.min(La,Math.max(1,Math.round(Number(t.get("characters"))||1))),/^[\w.-]+$/.test(t.get("model")??"")&&(this.body=t.get("model"));let i=Object.fromEntries(Yx.filter(r=>t.get(r)).map(r=>[r,t.get(r)]));return e.length&&e.every(Number.isFinite)&&(i.betas=e),Object.keys(i).length&&(this.person=i),this.view.camera.read(t.get("view")),!0}async copy(){let t=`${location.origin}/${this.link()}`;await navigator.clipboard.writeText(t).then(()=>_e(q("linked"),"hint"),()=>_e(t,"hint"))}update(t,e){if(!this.group.visible)return;let n=this.stream?.sample()??[],i=new Map(n.map(r=>[r.id,r]));this.pose(i,e),this.darken(),this.marks.trajectories(this.walkers.length>24?[this.mine?.last].filter(Boolean):n),this.mine?.last&&!this.opening.isOn&&this.accompany(t,this.mine.last),this.opening.update(t),this.drive(e),this.reach.update()}pose(t,e){let{near:n}=this,i=this.view.camera.eye.position;n.length=0;for(let r of this.walkers){let o=t.get(r.character.id);o&&(r.last=o,r.far=r===this.mine?-1:Math.hypot(o.root[0]-i.x,o.root[2]-i.z),n.push(r))}n.sort((r,o)=>r.far-o.far),n.length>=Math.min(this.count,3)&&this.previews.splice(0).forEach(r=>r.dispose()),this.place(n),this.view.sun.castShadow=this.view.detail.shadows>0&&(n.length<30||!this.view.isSoftware),this.mine?.last&&this.meter.show(e,Vx[this.mine.last.gait]??"stand")}theme(){this.shade.theme()}darken(){this.shade.begin();for(let t of this.previews)this.shade.below(t.places());this.near.forEach(({last:t,figures:[e]},n)=>{n<8&&e?.group.parent?this.shade.below(e.places()):this.shade.spot(t.root[0],t.root[2],.34,.6)}),this.shade.send()}triangles(t){let{first:e,rest:n}=this.view.detail,i=Wn.find(r=>r*(t-1)<=Math.max(n*19,Wn.at(-1)*(t-1)));return{first:e&&Math.max(e,t>1?i:e),rest:Math.max(n,i)}}place(t){let{bodies:e}=this.view.detail,{first:n,rest:i}=this.triangles(t.length),r=this.view.isSoftware&&this.figure==="body"&&t.length>1,o=[];t.forEach((a,l)=>{let c=r&&l>e&&a.last.smpl;c&&o.push({key:a.character.id,c:a.last,shape:a.shape,color:a.color});for(let h of a.figures)c?h.group.removeFromParent():(h.group.parent||this.group.add(h.group),h instanceof Xn&&(h.triangles=this.figure==="both"?6e3:l===0?t.length<2?0:n:l<=e?0:i),h.pose(a.last),h.group.visible=!0)}),this.crowd.draw(o,i)}accompany(t,e){let{camera:n}=this.view,i=n.aim.clone();n.aim.set(e.root[0],e.root[1]+.92,e.root[2]);let[r,o]=[n.aim.x-i.x,n.aim.z-i.z],a=Math.hypot(r,o)/Math.max(.001,t);a>30&&n.target.copy(n.aim);let l=this.sticks.readPad().camera;if(n.turn(-2.2*t*l[0],1.4*t*l[1]),a<.4||a>8||n.time-n.touched<1.5||n.pointers.size)return;let{ahead:c,right:h}=n.axes,u=(r*h[0]+o*h[1])/(a*t);(r*c[0]+o*c[1])/(a*t)>-.5&&n.turn(-.55*t*u*Math.min(1,a),0)}drive(t){let e=this.sticks.read(),{mine:n}=this;if(!n||t<(this.nextInput??0))return;let{ahead:i,right:r}=this.view.camera.axes,o=e.right+e.sideways,a=[0,1].map(u=>e.ahead*i[u]+o*r[u]);e.idle||this.opening.end();let l=JSON.stringify([a.map(u=>u.toFixed(3)),e]);if(this.opening.isOn||l===this.sent||e.idle&&!e.jump&&!e.crouch&&n.character.path)return;this.nextInput=t+Gx/1e3,this.sent=l,n.character.path&&this.path.forget();let c=e.sideways!==0?1:0,h={move:a,gait:e.crouch?"crouch":e.run?"run":e.jog?"jog":"walk",jump:e.jump,strafe:c,look:c?i:null};n.character.input(h),this.input=h}makePanel(){this.counter=ir({label:q("characters"),min:1,max:La,step:1,value:this.count,oninput:e=>{this.count=e},onchange:()=>this.change(()=>this.fill())});let t=e=>e.map(n=>[n,q(n)]);return this.recordKnob=te(G("span",{},q("record")),()=>this.record(),{keys:"V",pressed:!1}),G("section",{},this.counter,Gn({label:q("others"),options:t(["wander","copy"]),value:this.others,onchange:e=>this.setOthers(e)}),Gn({label:q("figure"),options:[["body",q("asBody")],["bones",q("asBones")],["both",q("both")]],value:this.figure,onchange:e=>this.setFigure(e)}),Gn({label:q("scene"),options:t(Object.keys(Ea)),value:this.scene,onchange:e=>{this.scene=e,this.restart()}}),G("fieldset.row",{},G("legend",{},q("path")),this.path.buttons()),G("fieldset.row",{},G("legend",{},q("reach")),this.reach.buttons()),G("fieldset.row",{},G("legend",{},q("show")),xi({label:q("trajectory"),value:this.marks.showTrajectory,onchange:e=>{this.marks.showTrajectory=e}}),xi({label:q("footprints"),value:this.marks.showPrints,onchange:e=>{this.marks.showPrints=e}})),G(".row",{},this.recordKnob,te(q("reset"),()=>this.restart(),{keys:"Home"}),te(q("link"),()=>this.copy())),this.keyHelp())}keyHelp(){let t=[["W A S D / ↑ ← ↓ →","kMove"],["Shift","kJog",!0],["R","kRun",!0],["C","kCrouch",!0],["Space","kJump"],["Q E","kStrafe"],["[ ]","kTurn"],["+ −","kZoom"],["N","kNext"],["P","kPath"],["G","kReach"],["V","kRecord"]];return G("details.keys",{open:innerWidth>760&&innerHeight>820},G("summary",{},q("keys")),G("dl",{},t.map(([e,n,i])=>[G("dt",{},G("kbd",{},e)),G("dd",{},i?`${q(n)} (${q("hold")})`:q(n))])))}show(t){this.shown=t,this.group.visible=this.ground.group.visible=t,this.ground.plane.visible=!t||!this.ground.map,this.marks.show(t),this.sticks.active=t,t&&(this.view.camera.onrest=null),t&&(this.view.camera.grab=(e,n)=>this.reach.grab(n)??this.path.grab(n)),t&&(this.view.camera.heightAt=(e,n)=>this.ground.heightAt(e,n)),!t&&(this.mine?.character.input({move:[0,0]}),this.reach.stop())}};function Zx(s){let t=(e,n)=>s.bones.find(i=>i.name===e)?.quaternion.setFromAxisAngle(new P(0,0,1),n);t("left_shoulder",-1.2),t("right_shoulder",1.2)}var jx=[["roundTrip","ms",1],["late","ms",2],["load","%",0],["rate","/s",0],["bytes","KB/s",1],["dropped","",0],["frames","/s",0]],Ua=class{constructor(t){Object.assign(this,{app:t,frames:0,bytes:0,latest:{},droppedBefore:null}),this.rows=new Map(jx.map(([e,n,i])=>[e,{unit:n,digits:i,plot:new os({width:280,length:60}),value:G("output",{},"–")}])),this.everyone=G("output",{},"–"),this.sessions=G("output",{},"–"),this.models=G(".models",{"aria-busy":"true"}),this.version=G("p.quiet"),this.panel=G("section",{},G(".plots",{},[...this.rows].map(([e,n])=>G(".plot-row",{},G("span",{},q(e)),n.value,n.plot.canvas))),G(".facts",{},G("span",{},q("everyone")),this.everyone,G("span",{},q("sessions")),this.sessions),G("h2",{},q("resident")),this.models,this.version,G("p.links",{},G("a",{href:"/docs"},q("interface")),G("a",{href:"/openapi.json"},"OpenAPI"),G("a",{href:"/metrics"},q("metrics")),G("a",{href:"/web/licences.txt"},q("licence")))),setInterval(()=>this.second(),1e3)}socketClass(){let t=this;return class extends WebSocket{constructor(...e){super(...e),this.addEventListener("message",({data:n})=>{t.bytes+=n.byteLength??n.length})}}}stats(t){this.latest=t,this.everyone.textContent=t.characters,this.sessions.textContent=t.sessions}second(){let{stream:t}=this.app.motion,e=this.latest,n=(e.dropped??0)-(this.droppedBefore??e.dropped??0),i=(performance.now()-(this.before??performance.now()-1e3))/1e3;this.before=performance.now(),this.droppedBefore=e.dropped??null,this.put("roundTrip",t?.clock.roundTrip===null||!t?null:1e3*t.clock.roundTrip),this.put("late",e.late_ms),this.put("load",e.load===void 0?null:100*e.load),this.put("rate",this.frames/i),this.put("bytes",this.bytes/1e3/i),this.put("dropped",n),this.put("frames",this.app.view.fps),this.frames=this.bytes=0}put(t,e){let n=this.rows.get(t);e!=null&&(n.value.textContent=`${e.toFixed(n.digits)} ${n.unit}`,n.plot.push(e))}show(t){t&&!this.asked&&this.load().catch(e=>this.app.say(e))}async load(){this.asked=!0;let[t,e]=await Promise.all([this.app.client.models(),this.app.client.json("GET","/v1/version")]);this.models.replaceChildren(...t.map(n=>G("details",{},G("summary",{},G("b",{},n.id),` ${q(n.kind)} · ${(n.resident_bytes/1e6).toFixed(1)} MB · ${n.licence??""}`),G("p.quiet",{},n.provenance??"")))),this.models.removeAttribute("aria-busy"),this.version.textContent=`posed ${e.version} · ${e.commit.slice(0,9)} · ${e.kernels}`}};performance.mark("script");var Qe=s=>document.getElementById(s),Jx=s=>{try{return localStorage.getItem(s)}catch{return null}},yd=(s,t)=>{try{localStorage.setItem(s,t)}catch{}},yc=class{constructor(t){this.root=document.documentElement,this.client=new ds(location.origin,{key:Jx("posed.key")}),this.view=new va(Qe("view"),t),performance.mark("view"),this.server=new Ua(this),this.Socket=this.server.socketClass(),this.motion=new Da(this),this.tabs={motion:this.motion,body:new ma(this),server:this.server,guide:new ga},Qe("view").setAttribute("aria-label",q("view")),Qe("panel").setAttribute("aria-label",q("panel")),this.makeBar(),this.show(this.tabs[location.hash.slice(1).split("?")[0]]?location.hash.slice(1).split("?")[0]:"motion")}makeBar(){this.knobs=Object.keys(this.tabs).map(t=>G("button",{type:"button",role:"tab",id:`tab-${t}`,"aria-controls":"panel",onclick:()=>this.tap(t),onkeydown:e=>{(e.key==="ArrowLeft"||e.key==="ArrowRight")&&(this.step(t,e.key==="ArrowLeft"?-1:1),e.stopPropagation())}},q(t))),Qe("tabs").append(...this.knobs),Qe("tools").append(te(q("language"),ku,{title:"Language"}),te("◐",()=>this.setTheme(this.root.dataset.theme==="dark"?"light":"dark"),{title:q("theme")}),te("☰",()=>this.openPanel(document.body.classList.contains("bare")),{title:q("panel")})),document.addEventListener("click",t=>{t.detail>0&&t.target.closest?.("button,label")&&Qe("view").focus({preventScroll:!0})})}openPanel(t){document.body.classList.toggle("bare",!t),this.view.resize()}tap(t){ba()&&t===this.tab?this.openPanel(document.body.classList.contains("bare")):this.show(t)}step(t,e){let n=Object.keys(this.tabs),i=n[(n.indexOf(t)+e+n.length)%n.length];this.show(i),Qe(`tab-${i}`).focus()}show(t){this.tab=t;for(let n of this.knobs){let i=n.id===`tab-${t}`;n.setAttribute("aria-selected",i),n.tabIndex=i?0:-1}let e=n=>n===t||n==="motion"&&(t==="server"||t==="guide");for(let[n,i]of Object.entries(this.tabs))e(n)||i.show(!1);for(let[n,i]of Object.entries(this.tabs))e(n)&&i.show(!0);t!=="body"&&location.hash&&history.replaceState(null,"",t==="motion"?location.pathname:`#${t}`),Qe("panel").replaceChildren(this.tabs[t].panel),Qe("panel").setAttribute("aria-labelledby",`tab-${t}`),Qe("hud").replaceChildren(this.tabs[t].hud??""),document.body.dataset.tab=t,ba()&&document.body.classList.toggle("bare",t==="motion"),this.view.resize()}setTheme(t){this.root.dataset.theme=t,yd("posed.theme",t),this.view.setTheme()}async start(){try{await this.motion.start()}catch(t){this.say(t)}this.tab==="server"&&this.server.show(!0)}connection(t){if(document.body.dataset.line=t,t==="open"||t==="closed")return this.banner("");t==="waiting"?this.banner(q("waiting")):this.motion.walkers.length||this.banner(q("connecting"))}stats(t){this.server.stats(t)}frame(){this.server.frames++}banner(t,e=null){Qe("banner").replaceChildren(...t?[G("span",{},t),e].filter(Boolean):[])}say(t){if(console.warn(t),t instanceof Si&&t.status===401)return this.askKey();if(t.lasting)return this.banner(t.message);if(t instanceof TypeError&&/fetch/i.test(t.message))return this.banner(q("noServer"),te(q("again"),()=>location.reload()));if(t instanceof $e&&["gave_up","taken_over","closed"].includes(t.code))return this.banner(t.code==="gave_up"?q("noServer"):q("closed"),te(q("again"),()=>{this.banner(""),this.motion.restart()}));_e({413:q("tooLarge"),429:q("tooFast"),503:q("full")}[t.status]??t.detail??t.message)}askKey(){if(document.querySelector("dialog[open]"))return;let t=G("input",{type:"password",autocomplete:"off",required:!0,"aria-label":q("key")}),e=G("dialog",{},G("form",{method:"dialog"},G("p",{},q("askKey")),t,G("button",{type:"submit"},q("open"))));e.addEventListener("close",()=>{yd("posed.key",t.value.trim()),location.reload()}),document.body.append(e),e.showModal()}};try{(globalThis.posed=new yc(await globalThis.drawing)).start()}catch(s){console.warn(s),Qe("banner").textContent=/webgl/i.test(s.message)?q("noWebgl"):s.message}
