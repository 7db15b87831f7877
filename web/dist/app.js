var Jr=class{constructor({first:e=.1,most:t=8,random:n=Math.random}={}){Object.assign(this,{first:e,most:t,random:n,attempts:0})}next(e=0){let t=Math.min(this.most,this.first*2**this.attempts++);return e+t*(.5+.5*this.random())}reset(){this.attempts=0}};var rs={root:1,joints:2,rotations:4,contacts:8,trajectory:16,smpl:32,vertices:64,character:128},Hp=["auto","walk","jog","run","crouch"],Vp=["world","character","camera"],Gp=24,Wp=32,Xp=24,qp=32,fu=1/4096,jp=Math.SQRT1_2,Qr=class extends Error{},Ul=class{constructor(e){let{buffer:t,byteOffset:n,byteLength:i}=ArrayBuffer.isView(e)?e:{buffer:e,byteOffset:0,byteLength:e.byteLength};this.view=new DataView(t,n,i),this.at=0}skip(e){let t=this.at;if(e>this.view.byteLength-t)throw new Qr(`byte ${t}: ${e} bytes expected, ${this.view.byteLength-t} are there`);return this.at+=e,t}points(e){let t=this.skip(6*e),n=new Float32Array(3*e);for(let i=0;i<n.length;i++)n[i]=this.view.getInt16(t+2*i,!0)*fu;return n}rotations(e,t){let n=this.skip(t/8*e),i=new Float32Array(4*e);for(let r=0;r<e;r++)(t===48?Yp:$p)(i,4*r,this.view,n+t/8*r);return i}trajectory(e){let t=this.skip(8*e),n=new Float32Array(3*e),i=new Float32Array(e);for(let r=0;r<e;r++){for(let o=0;o<3;o++)n[3*r+o]=this.view.getInt16(t+8*r+2*o,!0)*fu;i[r]=this.view.getInt16(t+8*r+6,!0)*Math.PI/32768}return{points:n,facings:i}}character(e){let t=this.view.getUint16(this.skip(4),!0),n=this.skip(12);return{root:new Float32Array([0,4,8].map(r=>this.view.getFloat32(n+r,!0))),rotations:this.rotations(t,e)}}vertices(){return this.points(this.view.getUint32(this.skip(4),!0))}};function mu(s,e,t,n,i,r,o){let a=[n,i,r],l=0;for(let c=0,h=0;c<4;c++){if(c===t)continue;let u=(2*a[h++]/o-1)*jp;s[e+c]=u,l+=u*u}s[e+t]=Math.sqrt(Math.max(0,1-l))}function $p(s,e,t,n){let i=t.getUint32(n,!0);mu(s,e,i>>>30,i>>>20&1023,i>>>10&1023,i&1023,1023)}function Yp(s,e,t,n){let i=t.getUint32(n,!0),r=t.getUint16(n+4,!0);mu(s,e,r>>>14,(r<<2|i>>>30)&32767,i>>>15&32767,i&32767,32767)}function Kp(s,e,t){let{view:n}=s,i=s.skip(Wp),r=n.getUint16(i+8,!0),o=n.getUint32(i,!0),a=new Float32Array([16,20,24].map(h=>n.getFloat32(i+h,!0))),l={id:o,seq:n.getUint32(i+4,!0),channels:r,contacts:n.getUint8(i+10),gait:n.getUint8(i+11),phase:n.getFloat32(i+12,!0),root:a,yaw:n.getFloat32(i+28,!0)},c=t(o);return r&rs.joints&&(l.joints=s.points(c.joints)),r&rs.rotations&&(l.rotations=s.rotations(c.joints,e)),r&rs.trajectory&&(l.trajectory=s.trajectory(c.samples)),r&rs.smpl&&(l.smpl={pelvis:s.points(1),rotations:s.rotations(Xp,e)}),r&rs.vertices&&(l.vertices=s.vertices()),r&rs.character&&(l.character=s.character(e)),l}function gu(s,e){let t=new Ul(s),{view:n}=t;t.skip(Gp);let i=n.getUint32(0,!0),r=n.getUint8(4),o=n.getUint8(5);if(i!==826561360||r!==1||o!==0)throw new Qr(`byte 0: no frame of version 1 (version ${r}, kind ${o})`);let a=n.getUint16(6,!0)&1?32:48,l=typeof e=="function"?e:()=>e,c={tick:n.getUint32(8,!0),time:n.getFloat64(12,!0),rotationBits:a,characters:[]};for(let h=n.getUint16(20,!0);h>0;h--)c.characters.push(Kp(t,a,l));return c}var Nl=(s,e,t)=>Math.min(t,Math.max(e,s));function pu(s,e,t){let n=typeof s=="number"?s:e.indexOf(s);if(!(n>=0&&n<e.length))throw new RangeError(`${t}: ${s}; one of ${e.join(", ")} allowed`);return n}function xu(s){let e=new DataView(new ArrayBuffer(qp)),{move:t=[0,0],look:n=null,camera_yaw:i=0,strafe:r=0,speed:o=0}=s,a=i-2*Math.PI*Math.round(i/(2*Math.PI));return e.setUint8(0,1),e.setUint8(1,(s.jump?1:0)|(s.responsive?2:0)|(n?4:0)),e.setUint8(2,pu(s.gait??0,Hp,"gait")),e.setUint8(3,pu(s.axes??0,Vp,"axes")),e.setUint32(4,s.id,!0),e.setUint32(8,s.seq??0,!0),e.setFloat32(12,t[0],!0),e.setFloat32(16,t[1],!0),e.setInt16(20,Math.round(Nl(n?.[0]??0,-1,1)*32767),!0),e.setInt16(22,Math.round(Nl(n?.[1]??0,-1,1)*32767),!0),e.setInt16(24,Math.round(a/Math.PI*32767),!0),e.setUint16(26,Math.round(Nl(r,0,1)*65535),!0),e.setFloat32(28,o,!0),new Uint8Array(e.buffer)}function Si(s,e){let t=Math.min(s.length,e.length);for(let n=0;n<t;n+=4)if(s[n]*e[n]+s[n+1]*e[n+1]+s[n+2]*e[n+2]+s[n+3]*e[n+3]<0)for(let r=n;r<n+4;r++)s[r]=-s[r];return s}function Js(s,e,t,n){for(let i=0;i<s.length;i+=4)Zp(s,e,t,n,i);return s}function Zp(s,e,t,n,i){let r=e[i]*t[i]+e[i+1]*t[i+1]+e[i+2]*t[i+2]+e[i+3]*t[i+3],o=r<0?-1:1,a=Math.acos(Math.min(1,r*o)),l=Math.sin(a),c=l<1e-4?1-n:Math.sin((1-n)*a)/l,h=o*(l<1e-4?n:Math.sin(n*a)/l),u=0;for(let d=i;d<i+4;d++)s[d]=c*e[d]+h*t[d],u+=s[d]*s[d];u=Math.sqrt(u);for(let d=i;d<i+4;d++)s[d]/=u}function Ei(s,e,t,n){for(let i=0;i<s.length;i++)s[i]=e[i]+(t[i]-e[i])*n;return s}function Ol(s){return s-2*Math.PI*Math.round(s/(2*Math.PI))}function eo(s,e,t){return s+Ol(e-s)*t}function Ti(s,e,t=new Float32Array(e.length)){let n=Math.cos(s.yaw),i=Math.sin(s.yaw),[r,o,a]=s.root;for(let l=0;l+2<e.length;l+=3){let c=e[l],h=e[l+2];t[l+1]=o+e[l+1],t[l]=r+n*c+i*h,t[l+2]=a-i*c+n*h}return t}var to=class{constructor({window:e=4,slew:t=.05}={}){Object.assign(this,{window:e,slew:t}),this.reset()}reset(){this.halves=[1/0,1/0],this.since=this.last=this.offset=this.roundTrip=null}frame(e,t){let n=t-e;(this.since===null||t-this.since>this.window/2)&&(this.halves=[this.halves[1],1/0],this.since=t),this.halves[1]=Math.min(this.halves[1],n),this.follow(Math.min(...this.halves),t)}pong(e,t,n){this.roundTrip=n-e,this.halves[1]===1/0&&this.follow(n-this.roundTrip/2-t,n)}follow(e,t){(this.offset===null||Math.abs(e-this.offset)>1)&&(this.offset=e);let n=this.slew*Math.max(0,t-(this.last??t));this.offset+=Math.min(n,Math.max(-n,e-this.offset)),this.last=t}at(e){return this.offset===null?null:e-this.offset}},no=class{constructor({capacity:e=64,limit:t=.1,gap:n=.5}={}){Object.assign(this,{capacity:e,limit:t,gap:n,frames:[],gone:new Set})}clear(){this.frames=[],this.gone.clear()}remove(e){this.gone.add(e);for(let{characters:t}of this.frames)t.delete(e)}get newest(){return this.frames[this.frames.length-1]??null}push(e){let t=this.newest;if(t&&e.time<=t.time)return!1;let n={time:e.time,tick:e.tick,characters:new Map(e.characters.map(i=>[i.id,i]))};for(let i of this.gone)n.characters.delete(i);if(t)for(let[i,r]of n.characters)Jp(r,t.characters.get(i));return this.frames.push(n),this.frames.length>this.capacity&&this.frames.shift(),!0}sample(e){let t=this.frames.length-1;for(;t>0&&this.frames[t].time>e;)t--;let n=this.frames[t],i=this.frames[t+1];if(!n)return[];if(e<=n.time)return[...n.characters.values()];if(!i||i.time-n.time>this.gap)return this.beyond(t,e);let r=(e-n.time)/(i.time-n.time);return[...n.characters.values()].filter(o=>i.characters.has(o.id)).map(o=>Qp(o,i.characters.get(o.id),r))}beyond(e,t){let n=this.frames[e],i=this.frames[e-1],r=Math.min(t-n.time,this.limit),o=i?n.time-i.time:0;return!o||o>this.gap?[...n.characters.values()]:[...n.characters.values()].map(a=>{let l=i.characters.get(a.id);return l?{...a,root:Ei(new Float32Array(3),l.root,a.root,1+r/o),yaw:eo(l.yaw,a.yaw,1+r/o)}:a})}};function Jp(s,e){s.rotations&&e?.rotations&&Si(s.rotations,e.rotations),Qs(s.character?.rotations,e?.character?.rotations)&&Si(s.character.rotations,e.character.rotations),s.smpl&&e?.smpl&&Si(s.smpl.rotations,e.smpl.rotations)}var ni=s=>new Float32Array(s.length),Qs=(s,e)=>s&&e&&s.length===e.length;function Qp(s,e,t){let i={...t<.5?s:e,root:Ei(ni(s.root),s.root,e.root,t),yaw:eo(s.yaw,e.yaw,t)};i.phase=eo(s.phase,e.phase,t),(i.phase<0||i.phase>=2*Math.PI)&&(i.phase-=2*Math.PI*Math.floor(i.phase/(2*Math.PI)));for(let r of["joints","vertices"])Qs(s[r],e[r])&&(i[r]=Ei(ni(s[r]),s[r],e[r],t));return Qs(s.rotations,e.rotations)&&(i.rotations=Js(ni(s.rotations),s.rotations,e.rotations,t)),s.smpl&&e.smpl&&(i.smpl={pelvis:Ei(ni(s.smpl.pelvis),s.smpl.pelvis,e.smpl.pelvis,t),rotations:Js(ni(s.smpl.rotations),s.smpl.rotations,e.smpl.rotations,t)}),Qs(s.character?.rotations,e.character?.rotations)&&(i.character={root:Ei(ni(s.character.root),s.character.root,e.character.root,t),rotations:Js(ni(s.character.rotations),s.character.rotations,e.character.rotations,t)}),Qs(s.trajectory?.points,e.trajectory?.points)&&(i.trajectory={points:Ei(ni(s.trajectory.points),s.trajectory.points,e.trajectory.points,t),facings:s.trajectory.facings.map((r,o)=>r+Ol(e.trajectory.facings[o]-r)*t)}),i}var an=class extends Error{constructor({code:e,pointer:t="",detail:n=e,errors:i=[]}){super(n),Object.assign(this,{name:"StreamError",code:e,pointer:t,detail:n,errors:i})}},io=class{constructor(e,t){Object.assign(this,{stream:e,fields:t,id:0,model:null,seq:0,held:null,path:null})}input(e){return this.held={...e,id:this.id,seq:++this.seq},this.path=null,this.stream.sendHeld(this),this.seq}inputText(e){return this.held={...e,id:this.id,seq:++this.seq},this.path=null,this.stream.ask("input",{id:this.id,seq:this.seq,...e})}follow(e,t={}){return this.held=null,this.path={path:e,...t},this.stream.ask("follow",{id:this.id,...this.path})}wander({middle:e=[0,0],radius:t=5,space:n=1,...i}={}){return this.follow([e],{wander:t,space:n,gait:"walk",...i})}look(e,t={}){return this.stream.ask("look",e?{id:this.id,at:e,...t}:{id:this.id,...t})}reach(e,t,n={}){return this.stream.ask("reach",t?{id:this.id,joint:e,target:t,...n}:{id:this.id,joint:e,...n})}observe(e,t={}){return this.stream.state!=="open"||this.stream.socket.readyState!==1?0:(this.stream.send({type:"observe",id:this.id,seq:++this.seq,time:this.stream.now(),points:e,...t}),this.seq)}despawn(){return this.stream.characters.delete(this),this.stream.timeline.remove(this.id),this.stream.ask("despawn",{id:this.id})}},em=1,_u=new Set(["left","taken_over","too_many_errors"]),tm=({type:s,reason:e,come_back:t})=>s==="bye"&&e!=="left"&&(t===!1||_u.has(e)),nm=({asked:s,divisor:e,vertices_divisor:t=e})=>e===s&&t===s,er=class{constructor(e,t={}){let{WebSocket:n=globalThis.WebSocket,now:i=()=>performance.now()/1e3}=t;if(!n)throw new TypeError("options.WebSocket: this platform has none of its own; give one (npm ws)");Object.assign(this,{url:e,options:t,WebSocket:n,now:i,state:"closed",delay:t.delay??2.5}),this.backoff=t.backoff??new Jr,this.timeline=t.timeline??new no,this.clock=t.clock??new to,this.token=t.resume??null,this.profileFields=t.profile??null,Object.assign(this,{session:null,welcome:null,lowered:null,models:new Map,listeners:new Map,asked:new Map,warned:new Set}),Object.assign(this,{characters:new Set,socket:null,refs:0,timer:null,heart:null,opening:null,ever:!1,after:0})}on(e,t){return this.listeners.has(e)||this.listeners.set(e,new Set),this.listeners.get(e).add(t),this}off(e,t){return this.listeners.get(e)?.delete(t),this}emit(e,t){for(let n of this.listeners.get(e)??[])n(t)}warn(e,{code:t,reason:n=t,pointer:i="",detail:r=""}){let o=`${n} ${i}`;this.listeners.get(e)?.size||this.warned.has(o)||this.warned.size>=32||(this.warned.add(o),console.warn(`posed: ${[n,i,r].filter(Boolean).join(": ")}`))}open(){if(this.opening)return this.opening.promise;let e=this.opening={};return e.promise=new Promise((t,n)=>Object.assign(e,{resolve:t,reject:n})),this.connect(),e.promise}async spawn(e={}){let t=new io(this,e);return await this.place(t,e),this.characters.add(t),t}async place(e,t){let n=await this.ask("spawn",t),{id:i,model:r,joints:o=null,root:a=null,scale:l=1}=n;Object.assign(e,{id:i,model:r,joints:o,root:a,scale:l})}profile(e){return this.profileFields=e,this.ask("profile",e)}async ping(){return await this.ask("ping",{time:this.now()}),this.clock.roundTrip}get divisor(){return Math.max(this.profileFields?.divisor??1,this.lowered?.divisor??1)}sample(e=this.now()){let t=this.clock.at(e),n=this.welcome?.tick_rate??60,{divisor:i}=this;return t===null?[]:this.timeline.sample(t-this.delay*i/n)}async leave(){if(this.state==="open"){let e=new Promise(t=>this.on("state",n=>n==="closed"&&t()));this.send({type:"leave"}),await e}else this.finish(new an({code:"closed"}))}close(){this.finish(new an({code:"closed"}))}ask(e,t={}){return this.state!=="open"?Promise.reject(new an({code:"disconnected",detail:"there is no connection now"})):this.askNow(e,t)}askNow(e,t){let n=`r${++this.refs}`,i=new Promise((r,o)=>this.asked.set(n,{resolve:r,reject:o}));return this.send({type:e,ref:n,...t}),i}send(e){this.socket.send(JSON.stringify(e))}sendHeld(e){this.state==="open"&&e.held&&e.id&&this.socket.send(xu({...e.held,id:e.id}))}take(e){if(typeof e!="string")return this.takeFrame(e);let t=JSON.parse(e),n=this.asked.get(t.ref);this.asked.delete(t.ref),t.type==="spawned"&&this.models.set(t.id,t.model),t.type==="pong"&&this.clock.pong(t.time,t.server_time,this.now()),t.type==="bye"&&(this.bye=t),t.type==="lowered"&&(this.lowered=nm(t)?null:t),t.type==="error"&&n?n.reject(new an(t)):n?.resolve(t),(t.type==="error"?!n:tm(t))&&this.warn(t.type,t),["event","observed","lowered","stats","error","bye"].includes(t.type)&&this.emit(t.type,t)}takeFrame(e){if(!this.welcome)return;let t=gu(e,n=>this.countsOf(n));this.clock.frame(t.time,this.now()),this.timeline.push(t)&&this.emit("frame",t)}countsOf(e){let{skeletons:t}=this.welcome,n=this.models.get(e),i=t.find(r=>r.model===n)??t.find(r=>r.default)??t[0];return{joints:i.joints.length,samples:i.samples}}enter(e){this.state=e,this.emit("state",e)}async connect(){this.enter("connecting");try{let e=await this.options.ticket?.();if(this.state!=="connecting")return;let t=new this.WebSocket(e?`${this.url}?ticket=${encodeURIComponent(e)}`:this.url,["posed.v1"]);t.binaryType="arraybuffer",this.socket=t,this.bye=null;let n=i=>r=>this.socket===t&&i(r);t.onopen=n(()=>this.join().catch(i=>this.refused(i))),t.onmessage=n(({data:i})=>this.take(i)),t.onclose=n(()=>this.lose()),t.onerror=()=>{}}catch(e){this.state==="connecting"&&this.lose(e)}}async join(){let{scene:e,vmc:t,watch:n}=this.options,i=this.session,r=null;this.token&&(r=await this.askNow("join",{resume:this.token}).catch(a=>this.forgotten(a))),r??=await this.askNow("join",n?{watch:n}:{...e&&{scene:e},...t&&{vmc:t}});let o=i!==null&&r.session!==i;Object.assign(this,{welcome:r,lowered:null,session:r.session,token:r.resume_token??null}),o&&this.forget();for(let{id:a,model:l}of r.characters??[])this.models.set(a,l);this.backoff.reset(),this.ever=!0,this.enter("open"),await this.restore(o),this.beat(),this.emit("welcome",r),o&&this.emit("lost",{before:i,session:r.session}),this.opening.resolve(r)}forgotten(e){if(e.code!=="not_found")throw e;return this.token=null,null}forget(){this.last=this.timeline.newest?.characters??new Map,this.timeline.clear(),this.clock.reset(),this.models.clear()}async restore(e){this.profileFields&&await this.askNow("profile",this.profileFields),e&&this.options.respawn===!1&&this.characters.clear();for(let t of this.characters)e&&await this.respawn(t),this.sendHeld(t)}async respawn(e){let t=this.last.get(e.id),n=t?{position:[t.root[0],t.root[2]],facing:t.yaw}:{};await this.place(e,{...e.fields,...n}),e.path&&await this.askNow("follow",{id:e.id,...e.path})}beat(){clearInterval(this.heart),this.heart=setInterval(()=>{if(this.state==="open"){for(let e of this.characters)this.sendHeld(e);this.ask("ping",{time:this.now()}).catch(()=>{})}},1e3*em),this.heart.unref?.()}refused(e){if(e.code==="disconnected"||e.code==="busy"||e.code==="limit")return this.socket.close();this.finish(e)}lose(e){this.drop(e);let t=this.bye,n=this.options.attempts??(this.ever?1/0:3);if(t&&(t.come_back===!1||_u.has(t.reason)))return this.finish(new an({code:t.reason,detail:t.detail}));if(this.backoff.attempts>=n)return this.finish(e??new an({code:"gave_up",detail:`${this.url} cannot be reached`}));this.enter("waiting"),this.timer=setTimeout(()=>this.connect(),1e3*this.backoff.next(t?.after??0))}drop(e){clearInterval(this.heart),this.socket=null;let t=[...this.asked.values()];this.asked.clear();for(let{reject:n}of t)n(e??new an({code:"disconnected",detail:"the connection was lost"}))}finish(e){let t=this.socket;clearTimeout(this.timer),this.state="closing",this.drop(e),t?.close(),this.enter("closed"),this.opening?.promise.catch(()=>{}),this.opening?.reject(e),this.opening=null}};var ii=class extends Error{constructor(e,t,n=null){super(t.detail??t.title??`status ${e}`),Object.assign(this,{name:"PosedError",status:e,detail:this.message,errors:t.errors??[],retryAfter:n})}},im={json:"json",bvh:"text"},tr=class{constructor(e=globalThis.location?.origin??"http://127.0.0.1:8080",{key:t=null,fetch:n=globalThis.fetch}={}){this.base=e.replace(/\/+$/,""),this.key=t,this.fetch=(...i)=>n(...i)}async request(e,t,n,{signal:i}={}){let r=this.key?{Authorization:`Bearer ${this.key}`}:{};n!==void 0&&(r["Content-Type"]="application/json");let o=await this.fetch(this.base+t,{method:e,headers:r,signal:i,body:n===void 0?void 0:JSON.stringify(n)});if(o.ok)return o;let a=await o.json().catch(()=>({}));throw new ii(o.status,a,Number(o.headers.get("Retry-After"))||null)}async json(e,t,n,i){return(await this.request(e,t,n,i)).json()}async models(){return(await this.json("GET","/v1/models")).models}model(e="default"){return this.json("GET",`/v1/models/${e}`)}async faces(e="default"){return new Uint32Array(await(await this.request("GET",`/v1/models/${e}/faces?format=bin`)).arrayBuffer())}async mesh(e="default",t={},n){if(t.bodies)throw new TypeError("fields.bodies: use meshes() for many");return(await this.meshes(e,t,n))[0]}async meshes(e="default",t={},n){let i=await this.request("POST",`/v1/models/${e}/mesh?format=bin`,t,n);return sm(await i.arrayBuffer(),i.headers.get("Posed-Shape"),i.headers.get("Posed-Frame"))}glbUrl(e="default",t={}){let n=new URLSearchParams({format:"glb"});for(let[i,r]of Object.entries(t))n.set(i,Array.isArray(r)?r.flat(1/0).join(","):r);return`${this.base}/v1/models/${e}/mesh?${n}`}async glb(e="default",t={},n){return(await this.request("GET",this.glbUrl(e,t).slice(this.base.length),void 0,n)).arrayBuffer()}async joints(e="default",t={},n){let i=await this.request("POST",`/v1/models/${e}/joints?format=bin`,t,n);return new Float32Array(await i.arrayBuffer())}async measure(e="default",t={},n){return(await this.json("POST",`/v1/models/${e}/measure`,t,n)).bodies[0]}fit(e="default",t={},n){return this.json("POST",`/v1/models/${e}/fit`,t,n)}ik(e,t){return this.json("POST","/v1/ik/solve",e,t)}async rollout(e,{format:t="json",...n}={}){return(await this.request("POST",`/v1/motions/rollout?format=${t}`,e,n))[im[t]??"arrayBuffer"]()}putScene(e,t,n){return this.json("PUT",`/v1/scenes/${e}`,t,n)}async ticket(){return(await this.json("POST","/v1/tickets",{})).ticket}stream(e={}){let t=this.key?()=>this.ticket():void 0;return new er(this.base.replace(/^http/,"ws")+"/v1/stream",{ticket:t,...e})}};function sm(s,e,t){let n=e.split("; ").map(l=>{let[c,h]=l.split("=");return{name:c,dims:h.split("x").map(Number)}}),i=n.filter(l=>l.name!=="faces"),r=n.find(l=>l.name==="faces"),o=Array.from({length:i[0]?.dims[0]??1},()=>({frame:t})),a=0;for(let l of o)for(let{name:c,dims:h}of i)l[c]=new Float32Array(s,a,h[1]*h[2]),a+=l[c].byteLength;if(r)for(let l of o)l.faces=new Uint32Array(s,a,r.dims[0]*r.dims[1]);return o}function nr(s,e,t){return yu(s,e,"position",t.vertices),t.faces&&e.index?.array.length!==t.faces.length&&e.setIndex(new s.BufferAttribute(t.faces,1)),t.normals?yu(s,e,"normal",t.normals):e.index&&e.computeVertexNormals(),e.computeBoundingSphere(),e}function yu(s,e,t,n){let i=e.getAttribute(t);i?.array.length===n.length?(i.array.set(n),i.needsUpdate=!0):e.setAttribute(t,new s.BufferAttribute(n,3))}var rm=s=>s.replace(/\s/g,"_").replace(/[[\].:/]/g,"");function Fl(s,e,t){if(!t?.character||!e.joints)return;e.nodes??=e.joints.map(r=>s.getObjectByName(r)??s.getObjectByName(rm(r))),s.scale.setScalar(e.scale);let{root:n,rotations:i}=t.character;e.nodes.forEach((r,o)=>r?.quaternion.fromArray(i,4*o)),e.nodes[e.joints.indexOf(e.root)]?.position.fromArray(n)}function kl(s){s.traverse(e=>{for(let t of[e.geometry,e.skeleton,e.shadow])t?.dispose();for(let t of[e.material??[]].flat()){for(let n of Object.values(t))n?.isTexture&&(n.dispose(),n.image?.close?.());t.dispose()}})}/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */var sd=0,Sc=1,rd=2;var Or=1,Ko=2,Ln=3,en=0,Dt=1,Ht=2,Jn=0,Li=1,Ec=2,Tc=3,Ac=4,od=5,ui=100,ad=101,ld=102,cd=103,hd=104,ud=200,dd=201,fd=202,pd=203,Io=204,Po=205,md=206,gd=207,xd=208,_d=209,yd=210,vd=211,bd=212,wd=213,Md=214,Zo=0,Jo=1,Qo=2,Di=3,ea=4,ta=5,na=6,ia=7,sa=0,Sd=1,Ed=2,Qn=0,Td=1,Ad=2,Rd=3,Cd=4,Id=5,Pd=6,ra=7,dc="attached",Ld="detached",Rc=300,Xi=301,qi=302,oa=303,aa=304,Fr=306,bn=1e3,En=1001,bs=1002,It=1003,la=1004;var ji=1005;var qt=1006,Ds=1007;var wn=1008;var Mn=1009,Cc=1010,Ic=1011,Ns=1012,ca=1013,_i=1014,un=1015,Us=1016,ha=1017,ua=1018,Os=1020,Pc=35902,Lc=1021,Dc=1022,sn=1023,ws=1026,Fs=1027,da=1028,fa=1029,Nc=1030,pa=1031;var ma=1033,kr=33776,Br=33777,zr=33778,Hr=33779,ga=35840,xa=35841,_a=35842,ya=35843,va=36196,ba=37492,wa=37496,Ma=37808,Sa=37809,Ea=37810,Ta=37811,Aa=37812,Ra=37813,Ca=37814,Ia=37815,Pa=37816,La=37817,Da=37818,Na=37819,Ua=37820,Oa=37821,Vr=36492,Fa=36494,ka=36495,Uc=36283,Ba=36284,za=36285,Ha=36286;var Ni=2300,Ui=2301,Co=2302,fc=2400,pc=2401,mc=2402,Dd=2500;var Oc=0,Gr=1,ks=2,Nd=3200,Ud=3201;var Va=0,Od=1,ei="",bt="srgb",Pt="srgb-linear",fr="linear",nt="srgb";var Pi=7680;var gc=519,Fd=512,kd=513,Bd=514,Fc=515,zd=516,Hd=517,Vd=518,Gd=519,Lo=35044,Bs=35048;var kc="300 es",yn=2e3,pr=2001;var Wn=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let i=n[e];if(i!==void 0){let r=i.indexOf(t);r!==-1&&i.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,e);e.target=null}}},Ut=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],vu=1234567,ur=Math.PI/180,Oi=180/Math.PI;function vn(){let s=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Ut[s&255]+Ut[s>>8&255]+Ut[s>>16&255]+Ut[s>>24&255]+"-"+Ut[e&255]+Ut[e>>8&255]+"-"+Ut[e>>16&15|64]+Ut[e>>24&255]+"-"+Ut[t&63|128]+Ut[t>>8&255]+"-"+Ut[t>>16&255]+Ut[t>>24&255]+Ut[n&255]+Ut[n>>8&255]+Ut[n>>16&255]+Ut[n>>24&255]).toLowerCase()}function Ge(s,e,t){return Math.max(e,Math.min(t,s))}function Bc(s,e){return(s%e+e)%e}function om(s,e,t,n,i){return n+(s-e)*(i-n)/(t-e)}function am(s,e,t){return s!==e?(t-s)/(e-s):0}function dr(s,e,t){return(1-t)*s+t*e}function lm(s,e,t,n){return dr(s,e,1-Math.exp(-t*n))}function cm(s,e=1){return e-Math.abs(Bc(s,e*2)-e)}function hm(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*(3-2*s))}function um(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*s*(s*(s*6-15)+10))}function dm(s,e){return s+Math.floor(Math.random()*(e-s+1))}function fm(s,e){return s+Math.random()*(e-s)}function pm(s){return s*(.5-Math.random())}function mm(s){s!==void 0&&(vu=s);let e=vu+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function gm(s){return s*ur}function xm(s){return s*Oi}function _m(s){return(s&s-1)===0&&s!==0}function ym(s){return Math.pow(2,Math.ceil(Math.log(s)/Math.LN2))}function vm(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function bm(s,e,t,n,i){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),g=o((n-e)/2);switch(i){case"XYX":s.set(a*h,l*u,l*d,a*c);break;case"YZY":s.set(l*d,a*h,l*u,a*c);break;case"ZXZ":s.set(l*u,l*d,a*h,a*c);break;case"XZX":s.set(a*h,l*g,l*f,a*c);break;case"YXY":s.set(l*f,a*h,l*g,a*c);break;case"ZYZ":s.set(l*g,l*f,a*h,a*c);break;default:console.warn("THREE.MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+i)}}function _n(s,e){switch(e.constructor){case Float32Array:return s;case Uint32Array:return s/4294967295;case Uint16Array:return s/65535;case Uint8Array:return s/255;case Int32Array:return Math.max(s/2147483647,-1);case Int16Array:return Math.max(s/32767,-1);case Int8Array:return Math.max(s/127,-1);default:throw new Error("Invalid component type.")}}function tt(s,e){switch(e.constructor){case Float32Array:return s;case Uint32Array:return Math.round(s*4294967295);case Uint16Array:return Math.round(s*65535);case Uint8Array:return Math.round(s*255);case Int32Array:return Math.round(s*2147483647);case Int16Array:return Math.round(s*32767);case Int8Array:return Math.round(s*127);default:throw new Error("Invalid component type.")}}var zc={DEG2RAD:ur,RAD2DEG:Oi,generateUUID:vn,clamp:Ge,euclideanModulo:Bc,mapLinear:om,inverseLerp:am,lerp:dr,damp:lm,pingpong:cm,smoothstep:hm,smootherstep:um,randInt:dm,randFloat:fm,randFloatSpread:pm,seededRandom:mm,degToRad:gm,radToDeg:xm,isPowerOfTwo:_m,ceilPowerOfTwo:ym,floorPowerOfTwo:vm,setQuaternionFromProperEuler:bm,normalize:tt,denormalize:_n},Ne=class s{constructor(e=0,t=0){s.prototype.isVector2=!0,this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6],this.y=i[1]*t+i[4]*n+i[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=Ge(this.x,e.x,t.x),this.y=Ge(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Ge(this.x,e,t),this.y=Ge(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ge(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Ge(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),i=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*i+e.x,this.y=r*i+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},St=class{constructor(e=0,t=0,n=0,i=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=i}static slerpFlat(e,t,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],g=r[o+2],x=r[o+3];if(a===0){e[t+0]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u;return}if(a===1){e[t+0]=d,e[t+1]=f,e[t+2]=g,e[t+3]=x;return}if(u!==x||l!==d||c!==f||h!==g){let m=1-a,p=l*d+c*f+h*g+u*x,w=p>=0?1:-1,v=1-p*p;if(v>Number.EPSILON){let A=Math.sqrt(v),T=Math.atan2(A,p*w);m=Math.sin(m*T)/A,a=Math.sin(a*T)/A}let _=a*w;if(l=l*m+d*_,c=c*m+f*_,h=h*m+g*_,u=u*m+x*_,m===1-a){let A=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=A,c*=A,h*=A,u*=A}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return e[t]=a*g+h*u+l*f-c*d,e[t+1]=l*g+h*d+c*u-a*f,e[t+2]=c*g+h*f+a*d-l*u,e[t+3]=h*g-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,i){return this._x=e,this._y=t,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,i=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),g=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"YXZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"ZXY":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"ZYX":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"YZX":this._x=d*h*u+c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u-d*f*g;break;case"XZY":this._x=d*h*u-c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u+d*f*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,i=Math.sin(n);return this._x=e.x*i,this._y=e.y*i,this._z=e.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],i=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(Ge(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let i=Math.min(1,t/n);return this.slerp(e,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(e,t){if(t===0)return this;if(t===1)return this.copy(e);let n=this._x,i=this._y,r=this._z,o=this._w,a=o*e._w+n*e._x+i*e._y+r*e._z;if(a<0?(this._w=-e._w,this._x=-e._x,this._y=-e._y,this._z=-e._z,a=-a):this.copy(e),a>=1)return this._w=o,this._x=n,this._y=i,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let f=1-t;return this._w=f*o+t*this._w,this._x=f*n+t*this._x,this._y=f*i+t*this._y,this._z=f*r+t*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),u=Math.sin((1-t)*h)/c,d=Math.sin(t*h)/c;return this._w=o*u+this._w*d,this._x=n*u+this._x*d,this._y=i*u+this._y*d,this._z=r*u+this._z*d,this._onChangeCallback(),this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(e),i*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},R=class s{constructor(e=0,t=0,n=0){s.prototype.isVector3=!0,this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(bu.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(bu.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*i,this.y=r[1]*t+r[4]*n+r[7]*i,this.z=r[2]*t+r[5]*n+r[8]*i,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,i=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*i-a*n),h=2*(a*t-r*i),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*i,this.y=r[1]*t+r[5]*n+r[9]*i,this.z=r[2]*t+r[6]*n+r[10]*i,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Ge(this.x,e.x,t.x),this.y=Ge(this.y,e.y,t.y),this.z=Ge(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Ge(this.x,e,t),this.y=Ge(this.y,e,t),this.z=Ge(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ge(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,i=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return Bl.copy(this).projectOnVector(e),this.sub(Bl)}reflect(e){return this.sub(Bl.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Ge(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,i=this.z-e.z;return t*t+n*n+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let i=Math.sin(t)*e;return this.x=i*Math.sin(n),this.y=Math.cos(t)*e,this.z=i*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),i=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=i,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Bl=new R,bu=new St,Be=class s{constructor(e,t,n,i,r,o,a,l,c){s.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c)}set(e,t,n,i,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=i,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],g=n[8],x=i[0],m=i[3],p=i[6],w=i[1],v=i[4],_=i[7],A=i[2],T=i[5],C=i[8];return r[0]=o*x+a*w+l*A,r[3]=o*m+a*v+l*T,r[6]=o*p+a*_+l*C,r[1]=c*x+h*w+u*A,r[4]=c*m+h*v+u*T,r[7]=c*p+h*_+u*C,r[2]=d*x+f*w+g*A,r[5]=d*m+f*v+g*T,r[8]=d*p+f*_+g*C,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,g=t*u+n*d+i*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let x=1/g;return e[0]=u*x,e[1]=(i*c-h*n)*x,e[2]=(a*n-i*o)*x,e[3]=d*x,e[4]=(h*t-i*l)*x,e[5]=(i*r-a*t)*x,e[6]=f*x,e[7]=(n*l-c*t)*x,e[8]=(o*t-n*r)*x,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-i*c,i*l,-i*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return this.premultiply(zl.makeScale(e,t)),this}rotate(e){return this.premultiply(zl.makeRotation(-e)),this}translate(e,t){return this.premultiply(zl.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<9;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},zl=new Be;function Hc(s){for(let e=s.length-1;e>=0;--e)if(s[e]>=65535)return!0;return!1}function Ms(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function Wd(){let s=Ms("canvas");return s.style.display="block",s}var wu={};function Fi(s){s in wu||(wu[s]=!0,console.warn(s))}function Xd(s,e,t){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(e,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Mu=new Be().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Su=new Be().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function wm(){let s={enabled:!0,workingColorSpace:Pt,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===nt&&(i.r=Gn(i.r),i.g=Gn(i.g),i.b=Gn(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===nt&&(i.r=vs(i.r),i.g=vs(i.g),i.b=vs(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===ei?fr:this.spaces[i].transfer},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[r].toXYZ).multiply(this.spaces[o].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace},fromWorkingColorSpace:function(i,r){return Fi("THREE.ColorManagement: .fromWorkingColorSpace() has been renamed to .workingToColorSpace()."),s.workingToColorSpace(i,r)},toWorkingColorSpace:function(i,r){return Fi("THREE.ColorManagement: .toWorkingColorSpace() has been renamed to .colorSpaceToWorking()."),s.colorSpaceToWorking(i,r)}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[Pt]:{primaries:e,whitePoint:n,transfer:fr,toXYZ:Mu,fromXYZ:Su,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:bt},outputColorSpaceConfig:{drawingBufferColorSpace:bt}},[bt]:{primaries:e,whitePoint:n,transfer:nt,toXYZ:Mu,fromXYZ:Su,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:bt}}}),s}var je=wm();function Gn(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function vs(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var os,Do=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{os===void 0&&(os=Ms("canvas")),os.width=e.width,os.height=e.height;let i=os.getContext("2d");e instanceof ImageData?i.putImageData(e,0,0):i.drawImage(e,0,0,e.width,e.height),n=os}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Ms("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let i=n.getImageData(0,0,e.width,e.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=Gn(r[o]/255)*255;return n.putImageData(i,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(Gn(t[n]/255)*255):t[n]=Gn(t[n]);return{data:t,width:e.width,height:e.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Mm=0,Ss=class{constructor(e=null){this.isSource=!0,Object.defineProperty(this,"id",{value:Mm++}),this.uuid=vn(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):t instanceof VideoFrame?e.set(t.displayHeight,t.displayWidth,0):t!==null?e.set(t.width,t.height,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Hl(i[o].image)):r.push(Hl(i[o]))}else r=Hl(i);n.url=r}return t||(e.images[this.uuid]=n),n}};function Hl(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?Do.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var Sm=0,Vl=new R,Et=class s extends Wn{constructor(e=s.DEFAULT_IMAGE,t=s.DEFAULT_MAPPING,n=En,i=En,r=qt,o=wn,a=sn,l=Mn,c=s.DEFAULT_ANISOTROPY,h=ei){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Sm++}),this.uuid=vn(),this.name="",this.source=new Ss(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ne(0,0),this.repeat=new Ne(1,1),this.center=new Ne(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Be,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0}get width(){return this.source.getSize(Vl).x}get height(){return this.source.getSize(Vl).y}get depth(){return this.source.getSize(Vl).z}get image(){return this.source.data}set image(e=null){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){console.warn(`THREE.Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){console.warn(`THREE.Texture.setValues(): property '${t}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Rc)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case bn:e.x=e.x-Math.floor(e.x);break;case En:e.x=e.x<0?0:1;break;case bs:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case bn:e.y=e.y-Math.floor(e.y);break;case En:e.y=e.y<0?0:1;break;case bs:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Et.DEFAULT_IMAGE=null;Et.DEFAULT_MAPPING=Rc;Et.DEFAULT_ANISOTROPY=1;var Je=class s{constructor(e=0,t=0,n=0,i=1){s.prototype.isVector4=!0,this.x=e,this.y=t,this.z=n,this.w=i}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,i){return this.x=e,this.y=t,this.z=n,this.w=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*i+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,i,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],g=l[9],x=l[2],m=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-x)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+x)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let v=(c+1)/2,_=(f+1)/2,A=(p+1)/2,T=(h+d)/4,C=(u+x)/4,L=(g+m)/4;return v>_&&v>A?v<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(v),i=T/n,r=C/n):_>A?_<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(_),n=T/i,r=L/i):A<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(A),n=C/r,i=L/r),this.set(n,i,r,t),this}let w=Math.sqrt((m-g)*(m-g)+(u-x)*(u-x)+(d-h)*(d-h));return Math.abs(w)<.001&&(w=1),this.x=(m-g)/w,this.y=(u-x)/w,this.z=(d-h)/w,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Ge(this.x,e.x,t.x),this.y=Ge(this.y,e.y,t.y),this.z=Ge(this.z,e.z,t.z),this.w=Ge(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Ge(this.x,e,t),this.y=Ge(this.y,e,t),this.z=Ge(this.z,e,t),this.w=Ge(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ge(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},No=class extends Wn{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:qt,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Je(0,0,e,t),this.scissorTest=!1,this.viewport=new Je(0,0,e,t);let i={width:e,height:t,depth:n.depth},r=new Et(i);this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0,this.textures[a].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview}_setTextureOptions(e={}){let t={minFilter:qt,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&(this._depthTexture.renderTarget=null),e!==null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=e,this.textures[i].image.height=t,this.textures[i].image.depth=n,this.textures[i].isArrayTexture=this.textures[i].image.depth>1;this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let i=Object.assign({},e.textures[t].image);this.textures[t].source=new Ss(i)}return this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,e.depthTexture!==null&&(this.depthTexture=e.depthTexture.clone()),this.samples=e.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},An=class extends No{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},mr=class extends Et{constructor(e=null,t=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=It,this.minFilter=It,this.wrapR=En,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Uo=class extends Et{constructor(e=null,t=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=It,this.minFilter=It,this.wrapR=En,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var tn=class{constructor(e=new R(1/0,1/0,1/0),t=new R(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(mn.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(mn.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=mn.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,mn):mn.fromBufferAttribute(r,o),mn.applyMatrix4(e.matrixWorld),this.expandByPoint(mn);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),so.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),so.copy(n.boundingBox)),so.applyMatrix4(e.matrixWorld),this.union(so)}let i=e.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,mn),mn.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ir),ro.subVectors(this.max,ir),as.subVectors(e.a,ir),ls.subVectors(e.b,ir),cs.subVectors(e.c,ir),si.subVectors(ls,as),ri.subVectors(cs,ls),Ai.subVectors(as,cs);let t=[0,-si.z,si.y,0,-ri.z,ri.y,0,-Ai.z,Ai.y,si.z,0,-si.x,ri.z,0,-ri.x,Ai.z,0,-Ai.x,-si.y,si.x,0,-ri.y,ri.x,0,-Ai.y,Ai.x,0];return!Gl(t,as,ls,cs,ro)||(t=[1,0,0,0,1,0,0,0,1],!Gl(t,as,ls,cs,ro))?!1:(oo.crossVectors(si,ri),t=[oo.x,oo.y,oo.z],Gl(t,as,ls,cs,ro))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,mn).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(mn).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Fn[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),Fn[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Fn[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Fn[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Fn[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Fn[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Fn[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Fn[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Fn),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Fn=[new R,new R,new R,new R,new R,new R,new R,new R],mn=new R,so=new tn,as=new R,ls=new R,cs=new R,si=new R,ri=new R,Ai=new R,ir=new R,ro=new R,oo=new R,Ri=new R;function Gl(s,e,t,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){Ri.fromArray(s,r);let a=i.x*Math.abs(Ri.x)+i.y*Math.abs(Ri.y)+i.z*Math.abs(Ri.z),l=e.dot(Ri),c=t.dot(Ri),h=n.dot(Ri);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var Em=new tn,sr=new R,Wl=new R,Ft=class{constructor(e=new R,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):Em.setFromPoints(e).getCenter(n);let i=0;for(let r=0,o=e.length;r<o;r++)i=Math.max(i,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(i),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;sr.subVectors(e,this.center);let t=sr.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),i=(n-this.radius)*.5;this.center.addScaledVector(sr,i/n),this.radius+=i}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Wl.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(sr.copy(e.center).add(Wl)),this.expandByPoint(sr.copy(e.center).sub(Wl))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},kn=new R,Xl=new R,ao=new R,oi=new R,ql=new R,lo=new R,jl=new R,di=class{constructor(e=new R,t=new R(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,kn)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=kn.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(kn.copy(this.origin).addScaledVector(this.direction,t),kn.distanceToSquared(e))}distanceSqToSegment(e,t,n,i){Xl.copy(e).add(t).multiplyScalar(.5),ao.copy(t).sub(e).normalize(),oi.copy(this.origin).sub(Xl);let r=e.distanceTo(t)*.5,o=-this.direction.dot(ao),a=oi.dot(this.direction),l=-oi.dot(ao),c=oi.lengthSq(),h=Math.abs(1-o*o),u,d,f,g;if(h>0)if(u=o*l-a,d=o*a-l,g=r*h,u>=0)if(d>=-g)if(d<=g){let x=1/h;u*=x,d*=x,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-g?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=g?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(Xl).addScaledVector(ao,d),f}intersectSphere(e,t){kn.subVectors(e.center,this.origin);let n=kn.dot(this.direction),i=kn.dot(kn)-n*n,r=e.radius*e.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,i=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,i=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,t)}intersectsBox(e){return this.intersectBox(e,kn)!==null}intersectTriangle(e,t,n,i,r){ql.subVectors(t,e),lo.subVectors(n,e),jl.crossVectors(ql,lo);let o=this.direction.dot(jl),a;if(o>0){if(i)return null;a=1}else if(o<0)a=-1,o=-o;else return null;oi.subVectors(this.origin,e);let l=a*this.direction.dot(lo.crossVectors(oi,lo));if(l<0)return null;let c=a*this.direction.dot(ql.cross(oi));if(c<0||l+c>o)return null;let h=-a*oi.dot(jl);return h<0?null:this.at(h/o,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Pe=class s{constructor(e,t,n,i,r,o,a,l,c,h,u,d,f,g,x,m){s.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c,h,u,d,f,g,x,m)}set(e,t,n,i,r,o,a,l,c,h,u,d,f,g,x,m){let p=this.elements;return p[0]=e,p[4]=t,p[8]=n,p[12]=i,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=g,p[11]=x,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){let t=this.elements,n=e.elements,i=1/hs.setFromMatrixColumn(e,0).length(),r=1/hs.setFromMatrixColumn(e,1).length(),o=1/hs.setFromMatrixColumn(e,2).length();return t[0]=n[0]*i,t[1]=n[1]*i,t[2]=n[2]*i,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,i=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,g=a*h,x=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+g*c,t[5]=d-x*c,t[9]=-a*l,t[2]=x-d*c,t[6]=g+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,g=c*h,x=c*u;t[0]=d+x*a,t[4]=g*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-g,t[6]=x+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,g=c*h,x=c*u;t[0]=d-x*a,t[4]=-o*u,t[8]=g+f*a,t[1]=f+g*a,t[5]=o*h,t[9]=x-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,g=a*h,x=a*u;t[0]=l*h,t[4]=g*c-f,t[8]=d*c+x,t[1]=l*u,t[5]=x*c+d,t[9]=f*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,g=a*l,x=a*c;t[0]=l*h,t[4]=x-d*u,t[8]=g*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+g,t[10]=d-x*u}else if(e.order==="XZY"){let d=o*l,f=o*c,g=a*l,x=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+x,t[5]=o*h,t[9]=f*u-g,t[2]=g*u-f,t[6]=a*h,t[10]=x*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Tm,e,Am)}lookAt(e,t,n){let i=this.elements;return Jt.subVectors(e,t),Jt.lengthSq()===0&&(Jt.z=1),Jt.normalize(),ai.crossVectors(n,Jt),ai.lengthSq()===0&&(Math.abs(n.z)===1?Jt.x+=1e-4:Jt.z+=1e-4,Jt.normalize(),ai.crossVectors(n,Jt)),ai.normalize(),co.crossVectors(Jt,ai),i[0]=ai.x,i[4]=co.x,i[8]=Jt.x,i[1]=ai.y,i[5]=co.y,i[9]=Jt.y,i[2]=ai.z,i[6]=co.z,i[10]=Jt.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],g=n[2],x=n[6],m=n[10],p=n[14],w=n[3],v=n[7],_=n[11],A=n[15],T=i[0],C=i[4],L=i[8],M=i[12],S=i[1],I=i[5],H=i[9],G=i[13],V=i[2],K=i[6],q=i[10],ne=i[14],W=i[3],le=i[7],fe=i[11],Se=i[15];return r[0]=o*T+a*S+l*V+c*W,r[4]=o*C+a*I+l*K+c*le,r[8]=o*L+a*H+l*q+c*fe,r[12]=o*M+a*G+l*ne+c*Se,r[1]=h*T+u*S+d*V+f*W,r[5]=h*C+u*I+d*K+f*le,r[9]=h*L+u*H+d*q+f*fe,r[13]=h*M+u*G+d*ne+f*Se,r[2]=g*T+x*S+m*V+p*W,r[6]=g*C+x*I+m*K+p*le,r[10]=g*L+x*H+m*q+p*fe,r[14]=g*M+x*G+m*ne+p*Se,r[3]=w*T+v*S+_*V+A*W,r[7]=w*C+v*I+_*K+A*le,r[11]=w*L+v*H+_*q+A*fe,r[15]=w*M+v*G+_*ne+A*Se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],g=e[3],x=e[7],m=e[11],p=e[15];return g*(+r*l*u-i*c*u-r*a*d+n*c*d+i*a*f-n*l*f)+x*(+t*l*f-t*c*d+r*o*d-i*o*f+i*c*h-r*l*h)+m*(+t*c*u-t*a*f-r*o*u+n*o*f+r*a*h-n*c*h)+p*(-i*a*h-t*l*u+t*a*d+i*o*u-n*o*d+n*l*h)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let i=this.elements;return e.isVector3?(i[12]=e.x,i[13]=e.y,i[14]=e.z):(i[12]=e,i[13]=t,i[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],g=e[12],x=e[13],m=e[14],p=e[15],w=u*m*c-x*d*c+x*l*f-a*m*f-u*l*p+a*d*p,v=g*d*c-h*m*c-g*l*f+o*m*f+h*l*p-o*d*p,_=h*x*c-g*u*c+g*a*f-o*x*f-h*a*p+o*u*p,A=g*u*l-h*x*l-g*a*d+o*x*d+h*a*m-o*u*m,T=t*w+n*v+i*_+r*A;if(T===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let C=1/T;return e[0]=w*C,e[1]=(x*d*r-u*m*r-x*i*f+n*m*f+u*i*p-n*d*p)*C,e[2]=(a*m*r-x*l*r+x*i*c-n*m*c-a*i*p+n*l*p)*C,e[3]=(u*l*r-a*d*r-u*i*c+n*d*c+a*i*f-n*l*f)*C,e[4]=v*C,e[5]=(h*m*r-g*d*r+g*i*f-t*m*f-h*i*p+t*d*p)*C,e[6]=(g*l*r-o*m*r-g*i*c+t*m*c+o*i*p-t*l*p)*C,e[7]=(o*d*r-h*l*r+h*i*c-t*d*c-o*i*f+t*l*f)*C,e[8]=_*C,e[9]=(g*u*r-h*x*r-g*n*f+t*x*f+h*n*p-t*u*p)*C,e[10]=(o*x*r-g*a*r+g*n*c-t*x*c-o*n*p+t*a*p)*C,e[11]=(h*a*r-o*u*r-h*n*c+t*u*c+o*n*f-t*a*f)*C,e[12]=A*C,e[13]=(h*x*i-g*u*i+g*n*d-t*x*d-h*n*m+t*u*m)*C,e[14]=(g*a*i-o*x*i-g*n*l+t*x*l+o*n*m-t*a*m)*C,e[15]=(o*u*i-h*a*i+h*n*l-t*u*l-o*n*d+t*a*d)*C,this}scale(e){let t=this.elements,n=e.x,i=e.y,r=e.z;return t[0]*=n,t[4]*=i,t[8]*=r,t[1]*=n,t[5]*=i,t[9]*=r,t[2]*=n,t[6]*=i,t[10]*=r,t[3]*=n,t[7]*=i,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],i=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,i))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),i=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,i,r,o){return this.set(1,n,r,0,e,1,o,0,t,i,1,0,0,0,0,1),this}compose(e,t,n){let i=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,g=r*u,x=o*h,m=o*u,p=a*u,w=l*c,v=l*h,_=l*u,A=n.x,T=n.y,C=n.z;return i[0]=(1-(x+p))*A,i[1]=(f+_)*A,i[2]=(g-v)*A,i[3]=0,i[4]=(f-_)*T,i[5]=(1-(d+p))*T,i[6]=(m+w)*T,i[7]=0,i[8]=(g+v)*C,i[9]=(m-w)*C,i[10]=(1-(d+x))*C,i[11]=0,i[12]=e.x,i[13]=e.y,i[14]=e.z,i[15]=1,this}decompose(e,t,n){let i=this.elements,r=hs.set(i[0],i[1],i[2]).length(),o=hs.set(i[4],i[5],i[6]).length(),a=hs.set(i[8],i[9],i[10]).length();this.determinant()<0&&(r=-r),e.x=i[12],e.y=i[13],e.z=i[14],gn.copy(this);let c=1/r,h=1/o,u=1/a;return gn.elements[0]*=c,gn.elements[1]*=c,gn.elements[2]*=c,gn.elements[4]*=h,gn.elements[5]*=h,gn.elements[6]*=h,gn.elements[8]*=u,gn.elements[9]*=u,gn.elements[10]*=u,t.setFromRotationMatrix(gn),n.x=r,n.y=o,n.z=a,this}makePerspective(e,t,n,i,r,o,a=yn,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-i),d=(t+e)/(t-e),f=(n+i)/(n-i),g,x;if(l)g=r/(o-r),x=o*r/(o-r);else if(a===yn)g=-(o+r)/(o-r),x=-2*o*r/(o-r);else if(a===pr)g=-o/(o-r),x=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=x,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,i,r,o,a=yn,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-i),d=-(t+e)/(t-e),f=-(n+i)/(n-i),g,x;if(l)g=1/(o-r),x=o/(o-r);else if(a===yn)g=-2/(o-r),x=-(o+r)/(o-r);else if(a===pr)g=-1/(o-r),x=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=x,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<16;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},hs=new R,gn=new Pe,Tm=new R(0,0,0),Am=new R(1,1,1),ai=new R,co=new R,Jt=new R,Eu=new Pe,Tu=new St,hn=class s{constructor(e=0,t=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,i=this._order){return this._x=e,this._y=t,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let i=e.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(t){case"XYZ":this._y=Math.asin(Ge(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Ge(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Ge(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Ge(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Ge(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-Ge(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Eu.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Eu,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Tu.setFromEuler(this),this.setFromQuaternion(Tu,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};hn.DEFAULT_ORDER="XYZ";var Es=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},Rm=0,Au=new R,us=new St,Bn=new Pe,ho=new R,rr=new R,Cm=new R,Im=new St,Ru=new R(1,0,0),Cu=new R(0,1,0),Iu=new R(0,0,1),Pu={type:"added"},Pm={type:"removed"},ds={type:"childadded",child:null},$l={type:"childremoved",child:null},mt=class s extends Wn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Rm++}),this.uuid=vn(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let e=new R,t=new hn,n=new St,i=new R(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Pe},normalMatrix:{value:new Be}}),this.matrix=new Pe,this.matrixWorld=new Pe,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Es,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return us.setFromAxisAngle(e,t),this.quaternion.multiply(us),this}rotateOnWorldAxis(e,t){return us.setFromAxisAngle(e,t),this.quaternion.premultiply(us),this}rotateX(e){return this.rotateOnAxis(Ru,e)}rotateY(e){return this.rotateOnAxis(Cu,e)}rotateZ(e){return this.rotateOnAxis(Iu,e)}translateOnAxis(e,t){return Au.copy(e).applyQuaternion(this.quaternion),this.position.add(Au.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Ru,e)}translateY(e){return this.translateOnAxis(Cu,e)}translateZ(e){return this.translateOnAxis(Iu,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Bn.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?ho.copy(e):ho.set(e,t,n);let i=this.parent;this.updateWorldMatrix(!0,!1),rr.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Bn.lookAt(rr,ho,this.up):Bn.lookAt(ho,rr,this.up),this.quaternion.setFromRotationMatrix(Bn),i&&(Bn.extractRotation(i.matrixWorld),us.setFromRotationMatrix(Bn),this.quaternion.premultiply(us.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Pu),ds.child=e,this.dispatchEvent(ds),ds.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Pm),$l.child=e,this.dispatchEvent($l),$l.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Bn.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Bn.multiply(e.parent.matrixWorld)),e.applyMatrix4(Bn),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Pu),ds.child=e,this.dispatchEvent(ds),ds.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(rr,e,Cm),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(rr,Im,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}traverse(e){e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t){let n=this.parent;if(e===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),t===!0){let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].updateWorldMatrix(!1,!0)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,this.name!==""&&(i.name=this.name),this.castShadow===!0&&(i.castShadow=!0),this.receiveShadow===!0&&(i.receiveShadow=!0),this.visible===!1&&(i.visible=!1),this.frustumCulled===!1&&(i.frustumCulled=!1),this.renderOrder!==0&&(i.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(i.matrixAutoUpdate=!1),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(e),i.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));i.material=a}else i.material=r(e.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),g=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let i=e.children[n];this.add(i.clone())}return this}};mt.DEFAULT_UP=new R(0,1,0);mt.DEFAULT_MATRIX_AUTO_UPDATE=!0;mt.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var xn=new R,zn=new R,Yl=new R,Hn=new R,fs=new R,ps=new R,Lu=new R,Kl=new R,Zl=new R,Jl=new R,Ql=new Je,ec=new Je,tc=new Je,hi=class s{constructor(e=new R,t=new R,n=new R){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,i){i.subVectors(n,t),xn.subVectors(e,t),i.cross(xn);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(e,t,n,i,r){xn.subVectors(i,t),zn.subVectors(n,t),Yl.subVectors(e,t);let o=xn.dot(xn),a=xn.dot(zn),l=xn.dot(Yl),c=zn.dot(zn),h=zn.dot(Yl),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,g=(o*h-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(e,t,n,i){return this.getBarycoord(e,t,n,i,Hn)===null?!1:Hn.x>=0&&Hn.y>=0&&Hn.x+Hn.y<=1}static getInterpolation(e,t,n,i,r,o,a,l){return this.getBarycoord(e,t,n,i,Hn)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Hn.x),l.addScaledVector(o,Hn.y),l.addScaledVector(a,Hn.z),l)}static getInterpolatedAttribute(e,t,n,i,r,o){return Ql.setScalar(0),ec.setScalar(0),tc.setScalar(0),Ql.fromBufferAttribute(e,t),ec.fromBufferAttribute(e,n),tc.fromBufferAttribute(e,i),o.setScalar(0),o.addScaledVector(Ql,r.x),o.addScaledVector(ec,r.y),o.addScaledVector(tc,r.z),o}static isFrontFacing(e,t,n,i){return xn.subVectors(n,t),zn.subVectors(e,t),xn.cross(zn).dot(i)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,i){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[i]),this}setFromAttributeAndIndices(e,t,n,i){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,i),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return xn.subVectors(this.c,this.b),zn.subVectors(this.a,this.b),xn.cross(zn).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return s.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return s.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,i,r){return s.getInterpolation(e,this.a,this.b,this.c,t,n,i,r)}containsPoint(e){return s.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return s.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,i=this.b,r=this.c,o,a;fs.subVectors(i,n),ps.subVectors(r,n),Kl.subVectors(e,n);let l=fs.dot(Kl),c=ps.dot(Kl);if(l<=0&&c<=0)return t.copy(n);Zl.subVectors(e,i);let h=fs.dot(Zl),u=ps.dot(Zl);if(h>=0&&u<=h)return t.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0)return o=l/(l-h),t.copy(n).addScaledVector(fs,o);Jl.subVectors(e,r);let f=fs.dot(Jl),g=ps.dot(Jl);if(g>=0&&f<=g)return t.copy(r);let x=f*c-l*g;if(x<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(n).addScaledVector(ps,a);let m=h*g-f*u;if(m<=0&&u-h>=0&&f-g>=0)return Lu.subVectors(r,i),a=(u-h)/(u-h+(f-g)),t.copy(i).addScaledVector(Lu,a);let p=1/(m+x+d);return o=x*p,a=d*p,t.copy(n).addScaledVector(fs,o).addScaledVector(ps,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},qd={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},li={h:0,s:0,l:0},uo={h:0,s:0,l:0};function nc(s,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?s+(e-s)*6*t:t<1/2?e:t<2/3?s+(e-s)*6*(2/3-t):s}var ae=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let i=e;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=bt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,je.colorSpaceToWorking(this,t),this}setRGB(e,t,n,i=je.workingColorSpace){return this.r=e,this.g=t,this.b=n,je.colorSpaceToWorking(this,i),this}setHSL(e,t,n,i=je.workingColorSpace){if(e=Bc(e,1),t=Ge(t,0,1),n=Ge(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=nc(o,r,e+1/3),this.g=nc(o,r,e),this.b=nc(o,r,e-1/3)}return je.colorSpaceToWorking(this,i),this}setStyle(e,t=bt){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+e+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,t);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:console.warn("THREE.Color: Unknown color model "+e)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);console.warn("THREE.Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=bt){let n=qd[e.toLowerCase()];return n!==void 0?this.setHex(n,t):console.warn("THREE.Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Gn(e.r),this.g=Gn(e.g),this.b=Gn(e.b),this}copyLinearToSRGB(e){return this.r=vs(e.r),this.g=vs(e.g),this.b=vs(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=bt){return je.workingToColorSpace(Ot.copy(this),e),Math.round(Ge(Ot.r*255,0,255))*65536+Math.round(Ge(Ot.g*255,0,255))*256+Math.round(Ge(Ot.b*255,0,255))}getHexString(e=bt){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=je.workingColorSpace){je.workingToColorSpace(Ot.copy(this),t);let n=Ot.r,i=Ot.g,r=Ot.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=je.workingColorSpace){return je.workingToColorSpace(Ot.copy(this),t),e.r=Ot.r,e.g=Ot.g,e.b=Ot.b,e}getStyle(e=bt){je.workingToColorSpace(Ot.copy(this),e);let t=Ot.r,n=Ot.g,i=Ot.b;return e!==bt?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(e,t,n){return this.getHSL(li),this.setHSL(li.h+e,li.s+t,li.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(li),e.getHSL(uo);let n=dr(li.h,uo.h,t),i=dr(li.s,uo.s,t),r=dr(li.l,uo.l,t);return this.setHSL(n,i,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,i=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*i,this.g=r[1]*t+r[4]*n+r[7]*i,this.b=r[2]*t+r[5]*n+r[8]*i,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Ot=new ae;ae.NAMES=qd;var Lm=0,jt=class extends Wn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Lm++}),this.uuid=vn(),this.name="",this.type="Material",this.blending=Li,this.side=en,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Io,this.blendDst=Po,this.blendEquation=ui,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ae(0,0,0),this.blendAlpha=0,this.depthFunc=Di,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=gc,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Pi,this.stencilZFail=Pi,this.stencilZPass=Pi,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){console.warn(`THREE.Material: parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){console.warn(`THREE.Material: '${t}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==Li&&(n.blending=this.blending),this.side!==en&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Io&&(n.blendSrc=this.blendSrc),this.blendDst!==Po&&(n.blendDst=this.blendDst),this.blendEquation!==ui&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==Di&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==gc&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==Pi&&(n.stencilFail=this.stencilFail),this.stencilZFail!==Pi&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==Pi&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=i(e.textures),o=i(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let i=t.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}},kt=class extends jt{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ae(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new hn,this.combine=sa,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}};var wt=new R,fo=new Ne,Dm=0,ke=class{constructor(e,t,n=!1){if(Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Dm++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=Lo,this.updateRanges=[],this.gpuType=un,this.version=0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[e+i]=t.array[n+i];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)fo.fromBufferAttribute(this,t),fo.applyMatrix3(e),this.setXY(t,fo.x,fo.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)wt.fromBufferAttribute(this,t),wt.applyMatrix3(e),this.setXYZ(t,wt.x,wt.y,wt.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)wt.fromBufferAttribute(this,t),wt.applyMatrix4(e),this.setXYZ(t,wt.x,wt.y,wt.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)wt.fromBufferAttribute(this,t),wt.applyNormalMatrix(e),this.setXYZ(t,wt.x,wt.y,wt.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)wt.fromBufferAttribute(this,t),wt.transformDirection(e),this.setXYZ(t,wt.x,wt.y,wt.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=_n(n,this.array)),n}setComponent(e,t,n){return this.normalized&&(n=tt(n,this.array)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=_n(t,this.array)),t}setX(e,t){return this.normalized&&(t=tt(t,this.array)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=_n(t,this.array)),t}setY(e,t){return this.normalized&&(t=tt(t,this.array)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=_n(t,this.array)),t}setZ(e,t){return this.normalized&&(t=tt(t,this.array)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=_n(t,this.array)),t}setW(e,t){return this.normalized&&(t=tt(t,this.array)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,i){return e*=this.itemSize,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array),i=tt(i,this.array)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e*=this.itemSize,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array),i=tt(i,this.array),r=tt(r,this.array)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(e.name=this.name),this.usage!==Lo&&(e.usage=this.usage),e}};var gr=class extends ke{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var xr=class extends ke{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var ut=class extends ke{constructor(e,t,n){super(new Float32Array(e),t,n)}},Nm=0,ln=new Pe,ic=new mt,ms=new R,Qt=new tn,or=new tn,Ct=new R,$e=class s extends Wn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Nm++}),this.uuid=vn(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Hc(e)?xr:gr)(e,1):this.index=e,this}setIndirect(e){return this.indirect=e,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new Be().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(e),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(e){return ln.makeRotationFromQuaternion(e),this.applyMatrix4(ln),this}rotateX(e){return ln.makeRotationX(e),this.applyMatrix4(ln),this}rotateY(e){return ln.makeRotationY(e),this.applyMatrix4(ln),this}rotateZ(e){return ln.makeRotationZ(e),this.applyMatrix4(ln),this}translate(e,t,n){return ln.makeTranslation(e,t,n),this.applyMatrix4(ln),this}scale(e,t,n){return ln.makeScale(e,t,n),this.applyMatrix4(ln),this}lookAt(e){return ic.lookAt(e),ic.updateMatrix(),this.applyMatrix4(ic.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ms).negate(),this.translate(ms.x,ms.y,ms.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let i=0,r=e.length;i<r;i++){let o=e[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ut(n,3))}else{let n=Math.min(e.length,t.count);for(let i=0;i<n;i++){let r=e[i];t.setXYZ(i,r.x,r.y,r.z||0)}e.length>t.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new tn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new R(-1/0,-1/0,-1/0),new R(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,i=t.length;n<i;n++){let r=t[n];Qt.setFromBufferAttribute(r),this.morphTargetsRelative?(Ct.addVectors(this.boundingBox.min,Qt.min),this.boundingBox.expandByPoint(Ct),Ct.addVectors(this.boundingBox.max,Qt.max),this.boundingBox.expandByPoint(Ct)):(this.boundingBox.expandByPoint(Qt.min),this.boundingBox.expandByPoint(Qt.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ft);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new R,1/0);return}if(e){let n=this.boundingSphere.center;if(Qt.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];or.setFromBufferAttribute(a),this.morphTargetsRelative?(Ct.addVectors(Qt.min,or.min),Qt.expandByPoint(Ct),Ct.addVectors(Qt.max,or.max),Qt.expandByPoint(Ct)):(Qt.expandByPoint(or.min),Qt.expandByPoint(or.max))}Qt.getCenter(n);let i=0;for(let r=0,o=e.count;r<o;r++)Ct.fromBufferAttribute(e,r),i=Math.max(i,n.distanceToSquared(Ct));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Ct.fromBufferAttribute(a,c),l&&(ms.fromBufferAttribute(e,c),Ct.add(ms)),i=Math.max(i,n.distanceToSquared(Ct))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,i=t.normal,r=t.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new ke(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let L=0;L<n.count;L++)a[L]=new R,l[L]=new R;let c=new R,h=new R,u=new R,d=new Ne,f=new Ne,g=new Ne,x=new R,m=new R;function p(L,M,S){c.fromBufferAttribute(n,L),h.fromBufferAttribute(n,M),u.fromBufferAttribute(n,S),d.fromBufferAttribute(r,L),f.fromBufferAttribute(r,M),g.fromBufferAttribute(r,S),h.sub(c),u.sub(c),f.sub(d),g.sub(d);let I=1/(f.x*g.y-g.x*f.y);isFinite(I)&&(x.copy(h).multiplyScalar(g.y).addScaledVector(u,-f.y).multiplyScalar(I),m.copy(u).multiplyScalar(f.x).addScaledVector(h,-g.x).multiplyScalar(I),a[L].add(x),a[M].add(x),a[S].add(x),l[L].add(m),l[M].add(m),l[S].add(m))}let w=this.groups;w.length===0&&(w=[{start:0,count:e.count}]);for(let L=0,M=w.length;L<M;++L){let S=w[L],I=S.start,H=S.count;for(let G=I,V=I+H;G<V;G+=3)p(e.getX(G+0),e.getX(G+1),e.getX(G+2))}let v=new R,_=new R,A=new R,T=new R;function C(L){A.fromBufferAttribute(i,L),T.copy(A);let M=a[L];v.copy(M),v.sub(A.multiplyScalar(A.dot(M))).normalize(),_.crossVectors(T,M);let I=_.dot(l[L])<0?-1:1;o.setXYZW(L,v.x,v.y,v.z,I)}for(let L=0,M=w.length;L<M;++L){let S=w[L],I=S.start,H=S.count;for(let G=I,V=I+H;G<V;G+=3)C(e.getX(G+0)),C(e.getX(G+1)),C(e.getX(G+2))}}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new ke(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new R,r=new R,o=new R,a=new R,l=new R,c=new R,h=new R,u=new R;if(e)for(let d=0,f=e.count;d<f;d+=3){let g=e.getX(d+0),x=e.getX(d+1),m=e.getX(d+2);i.fromBufferAttribute(t,g),r.fromBufferAttribute(t,x),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,x),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(x,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)i.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Ct.fromBufferAttribute(e,t),Ct.normalize(),e.setXYZ(t,Ct.x,Ct.y,Ct.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,g=0;for(let x=0,m=l.length;x<m;x++){a.isInterleavedBufferAttribute?f=l[x]*a.data.stride+a.offset:f=l[x]*h;for(let p=0;p<h;p++)d[g++]=c[f++]}return new ke(d,h,u)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.type,this.name!==""&&(e.name=this.name),Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(i[l]=h,r=!0)}r&&(e.data.morphAttributes=i,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let i=e.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},Du=new Pe,Ci=new di,po=new Ft,Nu=new R,mo=new R,go=new R,xo=new R,sc=new R,_o=new R,Uu=new R,yo=new R,Ke=class extends mt{constructor(e=new $e,t=new kt){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=e.morphTargetInfluences.slice()),e.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary)),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(i,e);let a=this.morphTargetInfluences;if(r&&a){_o.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(sc.fromBufferAttribute(u,e),o?_o.addScaledVector(sc,h):_o.addScaledVector(sc.sub(t),h))}t.add(_o)}return t}raycast(e,t){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),po.copy(n.boundingSphere),po.applyMatrix4(r),Ci.copy(e.ray).recast(e.near),!(po.containsPoint(Ci.origin)===!1&&(Ci.intersectSphere(po,Nu)===null||Ci.origin.distanceToSquared(Nu)>(e.far-e.near)**2))&&(Du.copy(r).invert(),Ci.copy(e.ray).applyMatrix4(Du),!(n.boundingBox!==null&&Ci.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Ci)))}_computeIntersections(e,t,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,x=d.length;g<x;g++){let m=d[g],p=o[m.materialIndex],w=Math.max(m.start,f.start),v=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let _=w,A=v;_<A;_+=3){let T=a.getX(_),C=a.getX(_+1),L=a.getX(_+2);i=vo(this,p,e,n,c,h,u,T,C,L),i&&(i.faceIndex=Math.floor(_/3),i.face.materialIndex=m.materialIndex,t.push(i))}}else{let g=Math.max(0,f.start),x=Math.min(a.count,f.start+f.count);for(let m=g,p=x;m<p;m+=3){let w=a.getX(m),v=a.getX(m+1),_=a.getX(m+2);i=vo(this,o,e,n,c,h,u,w,v,_),i&&(i.faceIndex=Math.floor(m/3),t.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,x=d.length;g<x;g++){let m=d[g],p=o[m.materialIndex],w=Math.max(m.start,f.start),v=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let _=w,A=v;_<A;_+=3){let T=_,C=_+1,L=_+2;i=vo(this,p,e,n,c,h,u,T,C,L),i&&(i.faceIndex=Math.floor(_/3),i.face.materialIndex=m.materialIndex,t.push(i))}}else{let g=Math.max(0,f.start),x=Math.min(l.count,f.start+f.count);for(let m=g,p=x;m<p;m+=3){let w=m,v=m+1,_=m+2;i=vo(this,o,e,n,c,h,u,w,v,_),i&&(i.faceIndex=Math.floor(m/3),t.push(i))}}}};function Um(s,e,t,n,i,r,o,a){let l;if(e.side===Dt?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,e.side===en,a),l===null)return null;yo.copy(a),yo.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(yo);return c<t.near||c>t.far?null:{distance:c,point:yo.clone(),object:s}}function vo(s,e,t,n,i,r,o,a,l,c){s.getVertexPosition(a,mo),s.getVertexPosition(l,go),s.getVertexPosition(c,xo);let h=Um(s,e,t,n,mo,go,xo,Uu);if(h){let u=new R;hi.getBarycoord(Uu,mo,go,xo,u),i&&(h.uv=hi.getInterpolatedAttribute(i,a,l,c,u,new Ne)),r&&(h.uv1=hi.getInterpolatedAttribute(r,a,l,c,u,new Ne)),o&&(h.normal=hi.getInterpolatedAttribute(o,a,l,c,u,new R),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new R,materialIndex:0};hi.getNormal(mo,go,xo,d.normal),h.face=d,h.barycoord=u}return h}var Xn=class s extends $e{constructor(e=1,t=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;g("z","y","x",-1,-1,n,t,e,o,r,0),g("z","y","x",1,-1,n,t,-e,o,r,1),g("x","z","y",1,1,e,n,t,i,o,2),g("x","z","y",1,-1,e,n,-t,i,o,3),g("x","y","z",1,-1,e,t,n,i,r,4),g("x","y","z",-1,-1,e,t,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new ut(c,3)),this.setAttribute("normal",new ut(h,3)),this.setAttribute("uv",new ut(u,2));function g(x,m,p,w,v,_,A,T,C,L,M){let S=_/C,I=A/L,H=_/2,G=A/2,V=T/2,K=C+1,q=L+1,ne=0,W=0,le=new R;for(let fe=0;fe<q;fe++){let Se=fe*I-G;for(let He=0;He<K;He++){let ft=He*S-H;le[x]=ft*w,le[m]=Se*v,le[p]=V,c.push(le.x,le.y,le.z),le[x]=0,le[m]=0,le[p]=T>0?1:-1,h.push(le.x,le.y,le.z),u.push(He/C),u.push(1-fe/L),ne+=1}}for(let fe=0;fe<L;fe++)for(let Se=0;Se<C;Se++){let He=d+Se+K*fe,ft=d+Se+K*(fe+1),st=d+(Se+1)+K*(fe+1),$=d+(Se+1)+K*fe;l.push(He,ft,$),l.push(ft,st,$),W+=6}a.addGroup(f,W,M),f+=W,d+=ne}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};function $i(s){let e={};for(let t in s){e[t]={};for(let n in s[t]){let i=s[t][n];i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)?i.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=i.clone():Array.isArray(i)?e[t][n]=i.slice():e[t][n]=i}}return e}function Vt(s){let e={};for(let t=0;t<s.length;t++){let n=$i(s[t]);for(let i in n)e[i]=n[i]}return e}function Om(s){let e=[];for(let t=0;t<s.length;t++)e.push(s[t].clone());return e}function Vc(s){let e=s.getRenderTarget();return e===null?s.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:je.workingColorSpace}var jd={clone:$i,merge:Vt},Fm=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,km=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Bt=class extends jt{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Fm,this.fragmentShader=km,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=$i(e.uniforms),this.uniformsGroups=Om(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?t.uniforms[i]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[i]={type:"m4",value:o.toArray()}:t.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}},_r=class extends mt{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Pe,this.projectionMatrix=new Pe,this.projectionMatrixInverse=new Pe,this.coordinateSystem=yn,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(e,t){super.updateWorldMatrix(e,t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},ci=new R,Ou=new Ne,Fu=new Ne,Mt=class extends _r{constructor(e=50,t=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Oi*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ur*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Oi*2*Math.atan(Math.tan(ur*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){ci.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(ci.x,ci.y).multiplyScalar(-e/ci.z),ci.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(ci.x,ci.y).multiplyScalar(-e/ci.z)}getViewSize(e,t){return this.getViewBounds(e,Ou,Fu),t.subVectors(Fu,Ou)}setViewOffset(e,t,n,i,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ur*.5*this.fov)/this.zoom,n=2*t,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,t-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},gs=-90,xs=1,Oo=class extends mt{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new Mt(gs,xs,e,t);i.layers=this.layers,this.add(i);let r=new Mt(gs,xs,e,t);r.layers=this.layers,this.add(r);let o=new Mt(gs,xs,e,t);o.layers=this.layers,this.add(o);let a=new Mt(gs,xs,e,t);a.layers=this.layers,this.add(a);let l=new Mt(gs,xs,e,t);l.layers=this.layers,this.add(l);let c=new Mt(gs,xs,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,i,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===yn)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===pr)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let x=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,e.setRenderTarget(n,0,i),e.render(t,r),e.setRenderTarget(n,1,i),e.render(t,o),e.setRenderTarget(n,2,i),e.render(t,a),e.setRenderTarget(n,3,i),e.render(t,l),e.setRenderTarget(n,4,i),e.render(t,c),n.texture.generateMipmaps=x,e.setRenderTarget(n,5,i),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},yr=class extends Et{constructor(e=[],t=Xi,n,i,r,o,a,l,c,h){super(e,t,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},Fo=class extends An{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},i=[n,n,n,n,n,n];this.texture=new yr(i),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},i=new Xn(5,5,5),r=new Bt({name:"CubemapFromEquirect",uniforms:$i(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Dt,blending:Jn});r.uniforms.tEquirect.value=t;let o=new Ke(i,r),a=t.minFilter;return t.minFilter===wn&&(t.minFilter=qt),new Oo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,i=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,i);e.setRenderTarget(r)}},ct=class extends mt{constructor(){super(),this.isGroup=!0,this.type="Group"}},Bm={type:"move"},Ts=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new ct,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new ct,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new R,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new R),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new ct,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new R,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new R),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let x of e.hand.values()){let m=t.getJointPose(x,n),p=this._getHandJoint(c,x);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(i=t.getPose(e.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Bm)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new ct;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}};var vr=class s{constructor(e,t=1,n=1e3){this.isFog=!0,this.name="",this.color=new ae(e),this.near=t,this.far=n}clone(){return new s(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},ki=class extends mt{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new hn,this.environmentIntensity=1,this.environmentRotation=new hn,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),e.background!==null&&(this.background=e.background.clone()),e.environment!==null&&(this.environment=e.environment.clone()),e.fog!==null&&(this.fog=e.fog.clone()),this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),e.overrideMaterial!==null&&(this.overrideMaterial=e.overrideMaterial.clone()),this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(t.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(t.object.backgroundIntensity=this.backgroundIntensity),t.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(t.object.environmentIntensity=this.environmentIntensity),t.object.environmentRotation=this.environmentRotation.toArray(),t}},As=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=Lo,this.updateRanges=[],this.version=0,this.uuid=vn()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let i=0,r=this.stride;i<r;i++)this.array[e+i]=t.array[n+i];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={}),this.array.buffer._uuid===void 0&&(this.array.buffer._uuid=vn()),e.arrayBuffers[this.array.buffer._uuid]===void 0&&(e.arrayBuffers[this.array.buffer._uuid]=this.array.slice(0).buffer);let t=new this.array.constructor(e.arrayBuffers[this.array.buffer._uuid]),n=new this.constructor(t,this.stride);return n.setUsage(this.usage),n}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){return e.arrayBuffers===void 0&&(e.arrayBuffers={}),this.array.buffer._uuid===void 0&&(this.array.buffer._uuid=vn()),e.arrayBuffers[this.array.buffer._uuid]===void 0&&(e.arrayBuffers[this.array.buffer._uuid]=Array.from(new Uint32Array(this.array.buffer))),{uuid:this.uuid,buffer:this.array.buffer._uuid,type:this.array.constructor.name,stride:this.stride}}},Xt=new R,Rs=class s{constructor(e,t,n,i=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=i}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)Xt.fromBufferAttribute(this,t),Xt.applyMatrix4(e),this.setXYZ(t,Xt.x,Xt.y,Xt.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Xt.fromBufferAttribute(this,t),Xt.applyNormalMatrix(e),this.setXYZ(t,Xt.x,Xt.y,Xt.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Xt.fromBufferAttribute(this,t),Xt.transformDirection(e),this.setXYZ(t,Xt.x,Xt.y,Xt.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=_n(n,this.array)),n}setComponent(e,t,n){return this.normalized&&(n=tt(n,this.array)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=tt(t,this.array)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=tt(t,this.array)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=tt(t,this.array)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=tt(t,this.array)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=_n(t,this.array)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=_n(t,this.array)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=_n(t,this.array)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=_n(t,this.array)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array),i=tt(i,this.array)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=tt(t,this.array),n=tt(n,this.array),i=tt(i,this.array),r=tt(r,this.array)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this.data.array[e+3]=r,this}clone(e){if(e===void 0){console.log("THREE.InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return new ke(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new s(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){console.log("THREE.InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}};var ku=new R,Bu=new Je,zu=new Je,zm=new R,Hu=new Pe,bo=new R,rc=new Ft,Vu=new Pe,oc=new di,fi=class extends Ke{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=dc,this.bindMatrix=new Pe,this.bindMatrixInverse=new Pe,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new tn),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,bo),this.boundingBox.expandByPoint(bo)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new Ft),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,bo),this.boundingSphere.expandByPoint(bo)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,e.boundingBox!==null&&(this.boundingBox=e.boundingBox.clone()),e.boundingSphere!==null&&(this.boundingSphere=e.boundingSphere.clone()),this}raycast(e,t){let n=this.material,i=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),rc.copy(this.boundingSphere),rc.applyMatrix4(i),e.ray.intersectsSphere(rc)!==!1&&(Vu.copy(i).invert(),oc.copy(e.ray).applyMatrix4(Vu),!(this.boundingBox!==null&&oc.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,oc)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new Je,t=this.geometry.attributes.skinWeight;for(let n=0,i=t.count;n<i;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===dc?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===Ld?this.bindMatrixInverse.copy(this.bindMatrix).invert():console.warn("THREE.SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,i=this.geometry;Bu.fromBufferAttribute(i.attributes.skinIndex,e),zu.fromBufferAttribute(i.attributes.skinWeight,e),ku.copy(t).applyMatrix4(this.bindMatrix),t.set(0,0,0);for(let r=0;r<4;r++){let o=zu.getComponent(r);if(o!==0){let a=Bu.getComponent(r);Hu.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(zm.copy(ku).applyMatrix4(Hu),o)}}return t.applyMatrix4(this.bindMatrixInverse)}},qn=class extends mt{constructor(){super(),this.isBone=!0,this.type="Bone"}},br=class extends Et{constructor(e=null,t=1,n=1,i,r,o,a,l,c=It,h=It,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},Gu=new Pe,Hm=new Pe,pi=class s{constructor(e=[],t=[]){this.uuid=vn(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.boneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){console.warn("THREE.Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,i=this.bones.length;n<i;n++)this.boneInverses.push(new Pe)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new Pe;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,i=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:Hm;Gu.multiplyMatrices(a,t[r]),Gu.toArray(n,r*16)}i!==null&&(i.needsUpdate=!0)}clone(){return new s(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new br(t,e,e,sn,un);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let i=this.bones[t];if(i.name===e)return i}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,i=e.bones.length;n<i;n++){let r=e.bones[n],o=t[r];o===void 0&&(console.warn("THREE.Skeleton: No bone found with UUID:",r),o=new qn),this.bones.push(o),this.boneInverses.push(new Pe().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let i=0,r=t.length;i<r;i++){let o=t[i];e.bones.push(o.uuid);let a=n[i];e.boneInverses.push(a.toArray())}return e}},mi=class extends ke{constructor(e,t,n,i=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},_s=new Pe,Wu=new Pe,wo=[],Xu=new tn,Vm=new Pe,ar=new Ke,lr=new Ft,gi=class extends Ke{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new mi(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,Vm)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new tn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,_s),Xu.copy(e.boundingBox).applyMatrix4(_s),this.boundingBox.union(Xu)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ft),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,_s),lr.copy(e.boundingSphere).applyMatrix4(_s),this.boundingSphere.union(lr)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),e.morphTexture!==null&&(this.morphTexture=e.morphTexture.clone()),e.instanceColor!==null&&(this.instanceColor=e.instanceColor.clone()),this.count=e.count,e.boundingBox!==null&&(this.boundingBox=e.boundingBox.clone()),e.boundingSphere!==null&&(this.boundingSphere=e.boundingSphere.clone()),this}getColorAt(e,t){t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(e,t){let n=this.matrixWorld,i=this.count;if(ar.geometry=this.geometry,ar.material=this.material,ar.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),lr.copy(this.boundingSphere),lr.applyMatrix4(n),e.ray.intersectsSphere(lr)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,_s),Wu.multiplyMatrices(n,_s),ar.matrixWorld=Wu,ar.raycast(e,wo);for(let o=0,a=wo.length;o<a;o++){let l=wo[o];l.instanceId=r,l.object=this,t.push(l)}wo.length=0}}setColorAt(e,t){this.instanceColor===null&&(this.instanceColor=new mi(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3)}setMatrixAt(e,t){t.toArray(this.instanceMatrix.array,e*16)}setMorphAt(e,t){let n=t.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new br(new Float32Array(i*this.count),i,this.count,da,un));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*e;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},ac=new R,Gm=new R,Wm=new Be,cn=class{constructor(e=new R(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,i){return this.normal.set(e,t,n),this.constant=i,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let i=ac.subVectors(n,t).cross(Gm.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(i,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t){let n=e.delta(ac),i=this.normal.dot(n);if(i===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let r=-(e.start.dot(this.normal)+this.constant)/i;return r<0||r>1?null:t.copy(e.start).addScaledVector(n,r)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Wm.getNormalMatrix(e),i=this.coplanarPoint(ac).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}},Ii=new Ft,Xm=new Ne(.5,.5),Mo=new R,Cs=class{constructor(e=new cn,t=new cn,n=new cn,i=new cn,r=new cn,o=new cn){this.planes=[e,t,n,i,r,o]}set(e,t,n,i,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=yn,n=!1){let i=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],g=r[8],x=r[9],m=r[10],p=r[11],w=r[12],v=r[13],_=r[14],A=r[15];if(i[0].setComponents(c-o,f-h,p-g,A-w).normalize(),i[1].setComponents(c+o,f+h,p+g,A+w).normalize(),i[2].setComponents(c+a,f+u,p+x,A+v).normalize(),i[3].setComponents(c-a,f-u,p-x,A-v).normalize(),n)i[4].setComponents(l,d,m,_).normalize(),i[5].setComponents(c-l,f-d,p-m,A-_).normalize();else if(i[4].setComponents(c-l,f-d,p-m,A-_).normalize(),t===yn)i[5].setComponents(c+l,f+d,p+m,A+_).normalize();else if(t===pr)i[5].setComponents(l,d,m,_).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Ii.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Ii.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Ii)}intersectsSprite(e){Ii.center.set(0,0,0);let t=Xm.distanceTo(e.center);return Ii.radius=.7071067811865476+t,Ii.applyMatrix4(e.matrixWorld),this.intersectsSphere(Ii)}intersectsSphere(e){let t=this.planes,n=e.center,i=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let i=t[n];if(Mo.x=i.normal.x>0?e.max.x:e.min.x,Mo.y=i.normal.y>0?e.max.y:e.min.y,Mo.z=i.normal.z>0?e.max.z:e.min.z,i.distanceToPoint(Mo)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};var xi=class extends jt{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ae(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},ko=new R,Bo=new R,qu=new Pe,cr=new di,So=new Ft,lc=new R,ju=new R,jn=class extends mt{constructor(e=new $e,t=new xi){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let i=1,r=t.count;i<r;i++)ko.fromBufferAttribute(t,i-1),Bo.fromBufferAttribute(t,i),n[i]=n[i-1],n[i]+=ko.distanceTo(Bo);e.setAttribute("lineDistance",new ut(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),So.copy(n.boundingSphere),So.applyMatrix4(i),So.radius+=r,e.ray.intersectsSphere(So)===!1)return;qu.copy(i).invert(),cr.copy(e.ray).applyMatrix4(qu);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let x=f,m=g-1;x<m;x+=c){let p=h.getX(x),w=h.getX(x+1),v=Eo(this,e,cr,l,p,w,x);v&&t.push(v)}if(this.isLineLoop){let x=h.getX(g-1),m=h.getX(f),p=Eo(this,e,cr,l,x,m,g-1);p&&t.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let x=f,m=g-1;x<m;x+=c){let p=Eo(this,e,cr,l,x,x+1,x);p&&t.push(p)}if(this.isLineLoop){let x=Eo(this,e,cr,l,g-1,f,g-1);x&&t.push(x)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Eo(s,e,t,n,i,r,o){let a=s.geometry.attributes.position;if(ko.fromBufferAttribute(a,i),Bo.fromBufferAttribute(a,r),t.distanceSqToSegment(ko,Bo,lc,ju)>n)return;lc.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(lc);if(!(c<e.near||c>e.far))return{distance:c,point:ju.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var $u=new R,Yu=new R,wr=class extends jn{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let i=0,r=t.count;i<r;i+=2)$u.fromBufferAttribute(t,i),Yu.fromBufferAttribute(t,i+1),n[i]=i===0?0:n[i-1],n[i+1]=n[i]+$u.distanceTo(Yu);e.setAttribute("lineDistance",new ut(n,1))}else console.warn("THREE.LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}},Mr=class extends jn{constructor(e,t){super(e,t),this.isLineLoop=!0,this.type="LineLoop"}},Is=class extends jt{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new ae(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},Ku=new Pe,xc=new di,To=new Ft,Ao=new R,Sr=class extends mt{constructor(e=new $e,t=new Is){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),To.copy(n.boundingSphere),To.applyMatrix4(i),To.radius+=r,e.ray.intersectsSphere(To)===!1)return;Ku.copy(i).invert(),xc.copy(e.ray).applyMatrix4(Ku);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let g=d,x=f;g<x;g++){let m=c.getX(g);Ao.fromBufferAttribute(u,m),Zu(Ao,m,l,i,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let g=d,x=f;g<x;g++)Ao.fromBufferAttribute(u,g),Zu(Ao,g,l,i,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Zu(s,e,t,n,i,r,o){let a=xc.distanceSqToPoint(s);if(a<t){let l=new R;xc.closestPointToPoint(s,l),l.applyMatrix4(n);let c=i.ray.origin.distanceTo(l);if(c<i.near||c>i.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var Er=class extends Et{constructor(e,t,n=_i,i,r,o,a=It,l=It,c,h=ws,u=1){if(h!==ws&&h!==Fs)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Ss(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return this.compareFunction!==null&&(t.compareFunction=this.compareFunction),t}};var Ps=class s extends $e{constructor(e=1,t=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],g=0,x=[],m=n/2,p=0;w(),o===!1&&(e>0&&v(!0),t>0&&v(!1)),this.setIndex(h),this.setAttribute("position",new ut(u,3)),this.setAttribute("normal",new ut(d,3)),this.setAttribute("uv",new ut(f,2));function w(){let _=new R,A=new R,T=0,C=(t-e)/n;for(let L=0;L<=r;L++){let M=[],S=L/r,I=S*(t-e)+e;for(let H=0;H<=i;H++){let G=H/i,V=G*l+a,K=Math.sin(V),q=Math.cos(V);A.x=I*K,A.y=-S*n+m,A.z=I*q,u.push(A.x,A.y,A.z),_.set(K,C,q).normalize(),d.push(_.x,_.y,_.z),f.push(G,1-S),M.push(g++)}x.push(M)}for(let L=0;L<i;L++)for(let M=0;M<r;M++){let S=x[M][L],I=x[M+1][L],H=x[M+1][L+1],G=x[M][L+1];(e>0||M!==0)&&(h.push(S,I,G),T+=3),(t>0||M!==r-1)&&(h.push(I,H,G),T+=3)}c.addGroup(p,T,0),p+=T}function v(_){let A=g,T=new Ne,C=new R,L=0,M=_===!0?e:t,S=_===!0?1:-1;for(let H=1;H<=i;H++)u.push(0,m*S,0),d.push(0,S,0),f.push(.5,.5),g++;let I=g;for(let H=0;H<=i;H++){let V=H/i*l+a,K=Math.cos(V),q=Math.sin(V);C.x=M*q,C.y=m*S,C.z=M*K,u.push(C.x,C.y,C.z),d.push(0,S,0),T.x=K*.5+.5,T.y=q*.5*S+.5,f.push(T.x,T.y),g++}for(let H=0;H<i;H++){let G=A+H,V=I+H;_===!0?h.push(V,V+1,G):h.push(V+1,V,G),L+=3}c.addGroup(p,L,_===!0?1:2),p+=L}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var zo=class s extends $e{constructor(e=[],t=[],n=1,i=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:e,indices:t,radius:n,detail:i};let r=[],o=[];a(i),c(n),h(),this.setAttribute("position",new ut(r,3)),this.setAttribute("normal",new ut(r.slice(),3)),this.setAttribute("uv",new ut(o,2)),i===0?this.computeVertexNormals():this.normalizeNormals();function a(w){let v=new R,_=new R,A=new R;for(let T=0;T<t.length;T+=3)f(t[T+0],v),f(t[T+1],_),f(t[T+2],A),l(v,_,A,w)}function l(w,v,_,A){let T=A+1,C=[];for(let L=0;L<=T;L++){C[L]=[];let M=w.clone().lerp(_,L/T),S=v.clone().lerp(_,L/T),I=T-L;for(let H=0;H<=I;H++)H===0&&L===T?C[L][H]=M:C[L][H]=M.clone().lerp(S,H/I)}for(let L=0;L<T;L++)for(let M=0;M<2*(T-L)-1;M++){let S=Math.floor(M/2);M%2===0?(d(C[L][S+1]),d(C[L+1][S]),d(C[L][S])):(d(C[L][S+1]),d(C[L+1][S+1]),d(C[L+1][S]))}}function c(w){let v=new R;for(let _=0;_<r.length;_+=3)v.x=r[_+0],v.y=r[_+1],v.z=r[_+2],v.normalize().multiplyScalar(w),r[_+0]=v.x,r[_+1]=v.y,r[_+2]=v.z}function h(){let w=new R;for(let v=0;v<r.length;v+=3){w.x=r[v+0],w.y=r[v+1],w.z=r[v+2];let _=m(w)/2/Math.PI+.5,A=p(w)/Math.PI+.5;o.push(_,1-A)}g(),u()}function u(){for(let w=0;w<o.length;w+=6){let v=o[w+0],_=o[w+2],A=o[w+4],T=Math.max(v,_,A),C=Math.min(v,_,A);T>.9&&C<.1&&(v<.2&&(o[w+0]+=1),_<.2&&(o[w+2]+=1),A<.2&&(o[w+4]+=1))}}function d(w){r.push(w.x,w.y,w.z)}function f(w,v){let _=w*3;v.x=e[_+0],v.y=e[_+1],v.z=e[_+2]}function g(){let w=new R,v=new R,_=new R,A=new R,T=new Ne,C=new Ne,L=new Ne;for(let M=0,S=0;M<r.length;M+=9,S+=6){w.set(r[M+0],r[M+1],r[M+2]),v.set(r[M+3],r[M+4],r[M+5]),_.set(r[M+6],r[M+7],r[M+8]),T.set(o[S+0],o[S+1]),C.set(o[S+2],o[S+3]),L.set(o[S+4],o[S+5]),A.copy(w).add(v).add(_).divideScalar(3);let I=m(A);x(T,S+0,w,I),x(C,S+2,v,I),x(L,S+4,_,I)}}function x(w,v,_,A){A<0&&w.x===1&&(o[v]=w.x-1),_.x===0&&_.z===0&&(o[v]=A/2/Math.PI+.5)}function m(w){return Math.atan2(w.z,-w.x)}function p(w){return Math.atan2(-w.y,Math.sqrt(w.x*w.x+w.z*w.z))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.vertices,e.indices,e.radius,e.details)}};var Tr=class s extends zo{constructor(e=1,t=0){let n=(1+Math.sqrt(5))/2,i=[-1,n,0,1,n,0,-1,-n,0,1,-n,0,0,-1,n,0,1,n,0,-1,-n,0,1,-n,n,0,-1,n,0,1,-n,0,-1,-n,0,1],r=[0,11,5,0,5,1,0,1,7,0,7,10,0,10,11,1,5,9,5,11,4,11,10,2,10,7,6,7,1,8,3,9,4,3,4,2,3,2,6,3,6,8,3,8,9,4,9,5,2,4,11,6,2,10,8,6,7,9,8,1];super(i,r,e,t),this.type="IcosahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new s(e.radius,e.detail)}};var Bi=class s extends $e{constructor(e=1,t=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:i};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=e/a,d=t/l,f=[],g=[],x=[],m=[];for(let p=0;p<h;p++){let w=p*d-o;for(let v=0;v<c;v++){let _=v*u-r;g.push(_,-w,0),x.push(0,0,1),m.push(v/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let w=0;w<a;w++){let v=w+c*p,_=w+c*(p+1),A=w+1+c*(p+1),T=w+1+c*p;f.push(v,_,T),f.push(_,A,T)}this.setIndex(f),this.setAttribute("position",new ut(g,3)),this.setAttribute("normal",new ut(x,3)),this.setAttribute("uv",new ut(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.widthSegments,e.heightSegments)}},Ar=class s extends $e{constructor(e=.5,t=1,n=32,i=1,r=0,o=Math.PI*2){super(),this.type="RingGeometry",this.parameters={innerRadius:e,outerRadius:t,thetaSegments:n,phiSegments:i,thetaStart:r,thetaLength:o},n=Math.max(3,n),i=Math.max(1,i);let a=[],l=[],c=[],h=[],u=e,d=(t-e)/i,f=new R,g=new Ne;for(let x=0;x<=i;x++){for(let m=0;m<=n;m++){let p=r+m/n*o;f.x=u*Math.cos(p),f.y=u*Math.sin(p),l.push(f.x,f.y,f.z),c.push(0,0,1),g.x=(f.x/t+1)/2,g.y=(f.y/t+1)/2,h.push(g.x,g.y)}u+=d}for(let x=0;x<i;x++){let m=x*(n+1);for(let p=0;p<n;p++){let w=p+m,v=w,_=w+n+1,A=w+n+2,T=w+1;a.push(v,_,T),a.push(_,A,T)}}this.setIndex(a),this.setAttribute("position",new ut(l,3)),this.setAttribute("normal",new ut(c,3)),this.setAttribute("uv",new ut(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.innerRadius,e.outerRadius,e.thetaSegments,e.phiSegments,e.thetaStart,e.thetaLength)}};var zi=class s extends $e{constructor(e=1,t=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new R,d=new R,f=[],g=[],x=[],m=[];for(let p=0;p<=n;p++){let w=[],v=p/n,_=0;p===0&&o===0?_=.5/t:p===n&&l===Math.PI&&(_=-.5/t);for(let A=0;A<=t;A++){let T=A/t;u.x=-e*Math.cos(i+T*r)*Math.sin(o+v*a),u.y=e*Math.cos(o+v*a),u.z=e*Math.sin(i+T*r)*Math.sin(o+v*a),g.push(u.x,u.y,u.z),d.copy(u).normalize(),x.push(d.x,d.y,d.z),m.push(T+_,1-v),w.push(c++)}h.push(w)}for(let p=0;p<n;p++)for(let w=0;w<t;w++){let v=h[p][w+1],_=h[p][w],A=h[p+1][w],T=h[p+1][w+1];(p!==0||o>0)&&f.push(v,_,T),(p!==n-1||l<Math.PI)&&f.push(_,A,T)}this.setIndex(f),this.setAttribute("position",new ut(g,3)),this.setAttribute("normal",new ut(x,3)),this.setAttribute("uv",new ut(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var nn=class extends jt{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ae(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ae(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Va,this.normalScale=new Ne(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new hn,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},zt=class extends nn{constructor(e){super(),this.isMeshPhysicalMaterial=!0,this.defines={STANDARD:"",PHYSICAL:""},this.type="MeshPhysicalMaterial",this.anisotropyRotation=0,this.anisotropyMap=null,this.clearcoatMap=null,this.clearcoatRoughness=0,this.clearcoatRoughnessMap=null,this.clearcoatNormalScale=new Ne(1,1),this.clearcoatNormalMap=null,this.ior=1.5,Object.defineProperty(this,"reflectivity",{get:function(){return Ge(2.5*(this.ior-1)/(this.ior+1),0,1)},set:function(t){this.ior=(1+.4*t)/(1-.4*t)}}),this.iridescenceMap=null,this.iridescenceIOR=1.3,this.iridescenceThicknessRange=[100,400],this.iridescenceThicknessMap=null,this.sheenColor=new ae(0),this.sheenColorMap=null,this.sheenRoughness=1,this.sheenRoughnessMap=null,this.transmissionMap=null,this.thickness=0,this.thicknessMap=null,this.attenuationDistance=1/0,this.attenuationColor=new ae(1,1,1),this.specularIntensity=1,this.specularIntensityMap=null,this.specularColor=new ae(1,1,1),this.specularColorMap=null,this._anisotropy=0,this._clearcoat=0,this._dispersion=0,this._iridescence=0,this._sheen=0,this._transmission=0,this.setValues(e)}get anisotropy(){return this._anisotropy}set anisotropy(e){this._anisotropy>0!=e>0&&this.version++,this._anisotropy=e}get clearcoat(){return this._clearcoat}set clearcoat(e){this._clearcoat>0!=e>0&&this.version++,this._clearcoat=e}get iridescence(){return this._iridescence}set iridescence(e){this._iridescence>0!=e>0&&this.version++,this._iridescence=e}get dispersion(){return this._dispersion}set dispersion(e){this._dispersion>0!=e>0&&this.version++,this._dispersion=e}get sheen(){return this._sheen}set sheen(e){this._sheen>0!=e>0&&this.version++,this._sheen=e}get transmission(){return this._transmission}set transmission(e){this._transmission>0!=e>0&&this.version++,this._transmission=e}copy(e){return super.copy(e),this.defines={STANDARD:"",PHYSICAL:""},this.anisotropy=e.anisotropy,this.anisotropyRotation=e.anisotropyRotation,this.anisotropyMap=e.anisotropyMap,this.clearcoat=e.clearcoat,this.clearcoatMap=e.clearcoatMap,this.clearcoatRoughness=e.clearcoatRoughness,this.clearcoatRoughnessMap=e.clearcoatRoughnessMap,this.clearcoatNormalMap=e.clearcoatNormalMap,this.clearcoatNormalScale.copy(e.clearcoatNormalScale),this.dispersion=e.dispersion,this.ior=e.ior,this.iridescence=e.iridescence,this.iridescenceMap=e.iridescenceMap,this.iridescenceIOR=e.iridescenceIOR,this.iridescenceThicknessRange=[...e.iridescenceThicknessRange],this.iridescenceThicknessMap=e.iridescenceThicknessMap,this.sheen=e.sheen,this.sheenColor.copy(e.sheenColor),this.sheenColorMap=e.sheenColorMap,this.sheenRoughness=e.sheenRoughness,this.sheenRoughnessMap=e.sheenRoughnessMap,this.transmission=e.transmission,this.transmissionMap=e.transmissionMap,this.thickness=e.thickness,this.thicknessMap=e.thicknessMap,this.attenuationDistance=e.attenuationDistance,this.attenuationColor.copy(e.attenuationColor),this.specularIntensity=e.specularIntensity,this.specularIntensityMap=e.specularIntensityMap,this.specularColor.copy(e.specularColor),this.specularColorMap=e.specularColorMap,this}};var Lt=class extends jt{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ae(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ae(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Va,this.normalScale=new Ne(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new hn,this.combine=sa,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Ho=class extends jt{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Nd,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Vo=class extends jt{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Ro(s,e){return!s||s.constructor===e?s:typeof e.BYTES_PER_ELEMENT=="number"?new e(s):Array.prototype.slice.call(s)}function qm(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function jm(s){function e(i,r){return s[i]-s[r]}let t=s.length,n=new Array(t);for(let i=0;i!==t;++i)n[i]=i;return n.sort(e),n}function Ju(s,e,t){let n=s.length,i=new s.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let l=0;l!==e;++l)i[o++]=s[a+l]}return i}function $d(s,e,t,n){let i=1,r=s[0];for(;r!==void 0&&r[n]===void 0;)r=s[i++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=s[i++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=s[i++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=s[i++];while(r!==void 0)}var $n=class{constructor(e,t,n,i){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,i=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<i)){for(let a=n+2;;){if(i===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=t[++n],e<i)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(i=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,e,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i;for(let o=0;o!==i;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Go=class extends $n{constructor(e,t,n,i){super(e,t,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:fc,endingEnd:fc}}intervalChanged_(e,t,n){let i=this.parameterPositions,r=e-2,o=e+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case pc:r=e,a=2*t-n;break;case mc:r=i.length-2,a=t+i[r]-i[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case pc:o=e,l=2*n-t;break;case mc:o=1,l=n+i[1]-i[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(n-t)/(i-t),x=g*g,m=x*g,p=-d*m+2*d*x-d*g,w=(1+d)*m+(-1.5-2*d)*x+(-.5+d)*g+1,v=(-1-f)*m+(1.5+f)*x+.5*g,_=f*m-f*x;for(let A=0;A!==a;++A)r[A]=p*o[h+A]+w*o[c+A]+v*o[l+A]+_*o[u+A];return r}},Wo=class extends $n{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(i-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Xo=class extends $n{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e){return this.copySampleValue_(e-1)}},Yt=class{constructor(e,t,n,i){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Ro(t,this.TimeBufferType),this.values=Ro(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Ro(e.times,Array),values:Ro(e.values,Array)};let i=e.getInterpolation();i!==e.DefaultInterpolation&&(n.interpolation=i)}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Xo(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Wo(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Go(this.times,this.values,this.getValueSize(),e)}setInterpolation(e){let t;switch(e){case Ni:t=this.InterpolantFactoryMethodDiscrete;break;case Ui:t=this.InterpolantFactoryMethodLinear;break;case Co:t=this.InterpolantFactoryMethodSmooth;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ni;case this.InterpolantFactoryMethodLinear:return Ui;case this.InterpolantFactoryMethodSmooth:return Co}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]+=e}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]*=e}return this}trim(e,t){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,i=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(i!==void 0&&qm(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Co,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let g=0;g!==n;++g){let x=t[u+g];if(x!==t[d+g]||x!==t[f+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,i=new n(this.name,e,t);return i.createInterpolant=this.createInterpolant,i}};Yt.prototype.ValueTypeName="";Yt.prototype.TimeBufferType=Float32Array;Yt.prototype.ValueBufferType=Float32Array;Yt.prototype.DefaultInterpolation=Ui;var Yn=class extends Yt{constructor(e,t,n){super(e,t,n)}};Yn.prototype.ValueTypeName="bool";Yn.prototype.ValueBufferType=Array;Yn.prototype.DefaultInterpolation=Ni;Yn.prototype.InterpolantFactoryMethodLinear=void 0;Yn.prototype.InterpolantFactoryMethodSmooth=void 0;var Rr=class extends Yt{constructor(e,t,n,i){super(e,t,n,i)}};Rr.prototype.ValueTypeName="color";var Rn=class extends Yt{constructor(e,t,n,i){super(e,t,n,i)}};Rn.prototype.ValueTypeName="number";var qo=class extends $n{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(i-t),c=e*a;for(let h=c+a;c!==h;c+=4)St.slerpFlat(r,0,o,c-a,o,c,l);return r}},Cn=class extends Yt{constructor(e,t,n,i){super(e,t,n,i)}InterpolantFactoryMethodLinear(e){return new qo(this.times,this.values,this.getValueSize(),e)}};Cn.prototype.ValueTypeName="quaternion";Cn.prototype.InterpolantFactoryMethodSmooth=void 0;var Kn=class extends Yt{constructor(e,t,n){super(e,t,n)}};Kn.prototype.ValueTypeName="string";Kn.prototype.ValueBufferType=Array;Kn.prototype.DefaultInterpolation=Ni;Kn.prototype.InterpolantFactoryMethodLinear=void 0;Kn.prototype.InterpolantFactoryMethodSmooth=void 0;var In=class extends Yt{constructor(e,t,n,i){super(e,t,n,i)}};In.prototype.ValueTypeName="vector";var Cr=class{constructor(e="",t=-1,n=[],i=Dd){this.name=e,this.tracks=n,this.duration=t,this.blendMode=i,this.uuid=vn(),this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,i=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(Ym(n[o]).scale(i));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r}static toJSON(e){let t=[],n=e.tracks,i={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode};for(let r=0,o=n.length;r!==o;++r)t.push(Yt.toJSON(n[r]));return i}static CreateFromMorphTargetSequence(e,t,n,i){let r=t.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let h=jm(l);l=Ju(l,1,h),c=Ju(c,1,h),!i&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new Rn(".morphTargetInfluences["+t[a].name+"]",l,c).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let i=e;n=i.geometry&&i.geometry.animations||i.animations}for(let i=0;i<n.length;i++)if(n[i].name===t)return n[i];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let i={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=e.length;a<l;a++){let c=e[a],h=c.name.match(r);if(h&&h.length>1){let u=h[1],d=i[u];d||(i[u]=d=[]),d.push(c)}}let o=[];for(let a in i)o.push(this.CreateFromMorphTargetSequence(a,i[a],t,n));return o}static parseAnimation(e,t){if(console.warn("THREE.AnimationClip: parseAnimation() is deprecated and will be removed with r185"),!e)return console.error("THREE.AnimationClip: No animation in JSONLoader data."),null;let n=function(u,d,f,g,x){if(f.length!==0){let m=[],p=[];$d(f,m,p,g),m.length!==0&&x.push(new u(d,m,p))}},i=[],r=e.name||"default",o=e.fps||30,a=e.blendMode,l=e.length||-1,c=e.hierarchy||[];for(let u=0;u<c.length;u++){let d=c[u].keys;if(!(!d||d.length===0))if(d[0].morphTargets){let f={},g;for(g=0;g<d.length;g++)if(d[g].morphTargets)for(let x=0;x<d[g].morphTargets.length;x++)f[d[g].morphTargets[x]]=-1;for(let x in f){let m=[],p=[];for(let w=0;w!==d[g].morphTargets.length;++w){let v=d[g];m.push(v.time),p.push(v.morphTarget===x?1:0)}i.push(new Rn(".morphTargetInfluence["+x+"]",m,p))}l=f.length*o}else{let f=".bones["+t[u].name+"]";n(In,f+".position",d,"pos",i),n(Cn,f+".quaternion",d,"rot",i),n(In,f+".scale",d,"scl",i)}}return i.length===0?null:new this(r,l,i,a)}resetDuration(){let e=this.tracks,t=0;for(let n=0,i=e.length;n!==i;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let t=0;t<this.tracks.length;t++)e.push(this.tracks[t].clone());return new this.constructor(this.name,this.duration,e,this.blendMode)}toJSON(){return this.constructor.toJSON(this)}};function $m(s){switch(s.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return Rn;case"vector":case"vector2":case"vector3":case"vector4":return In;case"color":return Rr;case"quaternion":return Cn;case"bool":case"boolean":return Yn;case"string":return Kn}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+s)}function Ym(s){if(s.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=$m(s.type);if(s.times===void 0){let t=[],n=[];$d(s.keys,t,n,"value"),s.times=t,s.values=n}return e.parse!==void 0?e.parse(s):new e(s.name,s.times,s.values,s.interpolation)}var Tn={enabled:!1,files:{},add:function(s,e){this.enabled!==!1&&(this.files[s]=e)},get:function(s){if(this.enabled!==!1)return this.files[s]},remove:function(s){delete this.files[s]},clear:function(){this.files={}}},jo=class{constructor(e,t,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this.abortController=new AbortController,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],g=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this.abortController=new AbortController,this}}},Yd=new jo,Pn=class{constructor(e){this.manager=e!==void 0?e:Yd,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(e,t){let n=this;return new Promise(function(i,r){n.load(e,i,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}abort(){return this}};Pn.DEFAULT_MATERIAL_NAME="__DEFAULT";var Vn={},_c=class extends Error{constructor(e,t){super(e),this.response=t}},Ls=class extends Pn{constructor(e){super(e),this.mimeType="",this.responseType="",this._abortController=new AbortController}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=Tn.get(`file:${e}`);if(r!==void 0)return this.manager.itemStart(e),setTimeout(()=>{t&&t(r),this.manager.itemEnd(e)},0),r;if(Vn[e]!==void 0){Vn[e].push({onLoad:t,onProgress:n,onError:i});return}Vn[e]=[],Vn[e].push({onLoad:t,onProgress:n,onError:i});let o=new Request(e,{headers:new Headers(this.requestHeader),credentials:this.withCredentials?"include":"same-origin",signal:typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal}),a=this.mimeType,l=this.responseType;fetch(o).then(c=>{if(c.status===200||c.status===0){if(c.status===0&&console.warn("THREE.FileLoader: HTTP Status 0 received."),typeof ReadableStream>"u"||c.body===void 0||c.body.getReader===void 0)return c;let h=Vn[e],u=c.body.getReader(),d=c.headers.get("X-File-Size")||c.headers.get("Content-Length"),f=d?parseInt(d):0,g=f!==0,x=0,m=new ReadableStream({start(p){w();function w(){u.read().then(({done:v,value:_})=>{if(v)p.close();else{x+=_.byteLength;let A=new ProgressEvent("progress",{lengthComputable:g,loaded:x,total:f});for(let T=0,C=h.length;T<C;T++){let L=h[T];L.onProgress&&L.onProgress(A)}p.enqueue(_),w()}},v=>{p.error(v)})}}});return new Response(m)}else throw new _c(`fetch for "${c.url}" responded with ${c.status}: ${c.statusText}`,c)}).then(c=>{switch(l){case"arraybuffer":return c.arrayBuffer();case"blob":return c.blob();case"document":return c.text().then(h=>new DOMParser().parseFromString(h,a));case"json":return c.json();default:if(a==="")return c.text();{let u=/charset="?([^;"\s]*)"?/i.exec(a),d=u&&u[1]?u[1].toLowerCase():void 0,f=new TextDecoder(d);return c.arrayBuffer().then(g=>f.decode(g))}}}).then(c=>{Tn.add(`file:${e}`,c);let h=Vn[e];delete Vn[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onLoad&&f.onLoad(c)}}).catch(c=>{let h=Vn[e];if(h===void 0)throw this.manager.itemError(e),c;delete Vn[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onError&&f.onError(c)}this.manager.itemError(e)}).finally(()=>{this.manager.itemEnd(e)}),this.manager.itemStart(e)}setResponseType(e){return this.responseType=e,this}setMimeType(e){return this.mimeType=e,this}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var ys=new WeakMap,$o=class extends Pn{constructor(e){super(e)}load(e,t,n,i){this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Tn.get(`image:${e}`);if(o!==void 0){if(o.complete===!0)r.manager.itemStart(e),setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);else{let u=ys.get(o);u===void 0&&(u=[],ys.set(o,u)),u.push({onLoad:t,onError:i})}return o}let a=Ms("img");function l(){h(),t&&t(this);let u=ys.get(this)||[];for(let d=0;d<u.length;d++){let f=u[d];f.onLoad&&f.onLoad(this)}ys.delete(this),r.manager.itemEnd(e)}function c(u){h(),i&&i(u),Tn.remove(`image:${e}`);let d=ys.get(this)||[];for(let f=0;f<d.length;f++){let g=d[f];g.onError&&g.onError(u)}ys.delete(this),r.manager.itemError(e),r.manager.itemEnd(e)}function h(){a.removeEventListener("load",l,!1),a.removeEventListener("error",c,!1)}return a.addEventListener("load",l,!1),a.addEventListener("error",c,!1),e.slice(0,5)!=="data:"&&this.crossOrigin!==void 0&&(a.crossOrigin=this.crossOrigin),Tn.add(`image:${e}`,a),r.manager.itemStart(e),a.src=e,a}};var Hi=class extends Pn{constructor(e){super(e)}load(e,t,n,i){let r=new Et,o=new $o(this.manager);return o.setCrossOrigin(this.crossOrigin),o.setPath(this.path),o.load(e,function(a){r.image=a,r.needsUpdate=!0,t!==void 0&&t(r)},n,i),r}},Vi=class extends mt{constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new ae(e),this.intensity=t}dispose(){}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,this.groundColor!==void 0&&(t.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(t.object.distance=this.distance),this.angle!==void 0&&(t.object.angle=this.angle),this.decay!==void 0&&(t.object.decay=this.decay),this.penumbra!==void 0&&(t.object.penumbra=this.penumbra),this.shadow!==void 0&&(t.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(t.object.target=this.target.uuid),t}},Ir=class extends Vi{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(mt.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ae(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}},cc=new Pe,Qu=new R,ed=new R,Pr=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ne(512,512),this.mapType=Mn,this.map=null,this.mapPass=null,this.matrix=new Pe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Cs,this._frameExtents=new Ne(1,1),this._viewportCount=1,this._viewports=[new Je(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera,n=this.matrix;Qu.setFromMatrixPosition(e.matrixWorld),t.position.copy(Qu),ed.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(ed),t.updateMatrixWorld(),cc.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),this._frustum.setFromProjectionMatrix(cc,t.coordinateSystem,t.reversedDepth),t.reversedDepth?n.set(.5,0,0,.5,0,.5,0,.5,0,0,1,0,0,0,0,1):n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(cc)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return this.intensity!==1&&(e.intensity=this.intensity),this.bias!==0&&(e.bias=this.bias),this.normalBias!==0&&(e.normalBias=this.normalBias),this.radius!==1&&(e.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(e.mapSize=this.mapSize.toArray()),e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},yc=class extends Pr{constructor(){super(new Mt(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=Oi*2*e.angle*this.focus,i=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||i!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=i,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this}},Lr=class extends Vi{constructor(e,t,n=0,i=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(mt.DEFAULT_UP),this.updateMatrix(),this.target=new mt,this.distance=n,this.angle=i,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new yc}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}},td=new Pe,hr=new R,hc=new R,vc=class extends Pr{constructor(){super(new Mt(90,1,.5,500)),this.isPointLightShadow=!0,this._frameExtents=new Ne(4,2),this._viewportCount=6,this._viewports=[new Je(2,1,1,1),new Je(0,1,1,1),new Je(3,1,1,1),new Je(1,1,1,1),new Je(3,0,1,1),new Je(1,0,1,1)],this._cubeDirections=[new R(1,0,0),new R(-1,0,0),new R(0,0,1),new R(0,0,-1),new R(0,1,0),new R(0,-1,0)],this._cubeUps=[new R(0,1,0),new R(0,1,0),new R(0,1,0),new R(0,1,0),new R(0,0,1),new R(0,0,-1)]}updateMatrices(e,t=0){let n=this.camera,i=this.matrix,r=e.distance||n.far;r!==n.far&&(n.far=r,n.updateProjectionMatrix()),hr.setFromMatrixPosition(e.matrixWorld),n.position.copy(hr),hc.copy(n.position),hc.add(this._cubeDirections[t]),n.up.copy(this._cubeUps[t]),n.lookAt(hc),n.updateMatrixWorld(),i.makeTranslation(-hr.x,-hr.y,-hr.z),td.multiplyMatrices(n.projectionMatrix,n.matrixWorldInverse),this._frustum.setFromProjectionMatrix(td,n.coordinateSystem,n.reversedDepth)}},Dr=class extends Vi{constructor(e,t,n=0,i=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=i,this.shadow=new vc}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}},Gi=class extends _r{constructor(e=-1,t=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-e,o=n+e,a=i+t,l=i-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},bc=class extends Pr{constructor(){super(new Gi(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Wi=class extends Vi{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(mt.DEFAULT_UP),this.updateMatrix(),this.target=new mt,this.shadow=new bc}dispose(){this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}};var Zn=class{static extractUrlBase(e){let t=e.lastIndexOf("/");return t===-1?"./":e.slice(0,t+1)}static resolveURL(e,t){return typeof e!="string"||e===""?"":(/^https?:\/\//i.test(t)&&/^\//.test(e)&&(t=t.replace(/(^https?:\/\/[^\/]+).*/i,"$1")),/^(https?:)?\/\//i.test(e)||/^data:.*,.*$/i.test(e)||/^blob:.*$/i.test(e)?e:t+e)}};var uc=new WeakMap,Nr=class extends Pn{constructor(e){super(e),this.isImageBitmapLoader=!0,typeof createImageBitmap>"u"&&console.warn("THREE.ImageBitmapLoader: createImageBitmap() not supported."),typeof fetch>"u"&&console.warn("THREE.ImageBitmapLoader: fetch() not supported."),this.options={premultiplyAlpha:"none"},this._abortController=new AbortController}setOptions(e){return this.options=e,this}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Tn.get(`image-bitmap:${e}`);if(o!==void 0){if(r.manager.itemStart(e),o.then){o.then(c=>{if(uc.has(o)===!0)i&&i(uc.get(o)),r.manager.itemError(e),r.manager.itemEnd(e);else return t&&t(c),r.manager.itemEnd(e),c});return}return setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0),o}let a={};a.credentials=this.crossOrigin==="anonymous"?"same-origin":"include",a.headers=this.requestHeader,a.signal=typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal;let l=fetch(e,a).then(function(c){return c.blob()}).then(function(c){return createImageBitmap(c,Object.assign(r.options,{colorSpaceConversion:"none"}))}).then(function(c){return Tn.add(`image-bitmap:${e}`,c),t&&t(c),r.manager.itemEnd(e),c}).catch(function(c){i&&i(c),uc.set(l,c),Tn.remove(`image-bitmap:${e}`),r.manager.itemError(e),r.manager.itemEnd(e)});Tn.add(`image-bitmap:${e}`,l),r.manager.itemStart(e)}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var Yo=class extends Mt{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e}};var Gc="\\[\\]\\.:\\/",Km=new RegExp("["+Gc+"]","g"),Wc="[^"+Gc+"]",Zm="[^"+Gc.replace("\\.","")+"]",Jm=/((?:WC+[\/:])*)/.source.replace("WC",Wc),Qm=/(WCOD+)?/.source.replace("WCOD",Zm),eg=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Wc),tg=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Wc),ng=new RegExp("^"+Jm+Qm+eg+tg+"$"),ig=["material","materials","bones","map"],wc=class{constructor(e,t,n){let i=n||ot.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,i)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},ot=class s{constructor(e,t,n){this.path=t,this.parsedPath=n||s.parseTrackName(t),this.node=s.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new s.Composite(e,t,n):new s(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Km,"")}static parseTrackName(e){let t=ng.exec(e);if(t===null)throw new Error("PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);ig.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},i=n(e.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)e[t++]=n[i]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,i=t.propertyName,r=t.propertyIndex;if(e||(e=s.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[i];if(o===void 0){let c=t.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!e.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ot.Composite=wc;ot.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};ot.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};ot.prototype.GetterByBindingType=[ot.prototype._getValue_direct,ot.prototype._getValue_array,ot.prototype._getValue_arrayElement,ot.prototype._getValue_toArray];ot.prototype.SetterByBindingTypeAndVersioning=[[ot.prototype._setValue_direct,ot.prototype._setValue_direct_setNeedsUpdate,ot.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ot.prototype._setValue_array,ot.prototype._setValue_array_setNeedsUpdate,ot.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ot.prototype._setValue_arrayElement,ot.prototype._setValue_arrayElement_setNeedsUpdate,ot.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ot.prototype._setValue_fromArray,ot.prototype._setValue_fromArray_setNeedsUpdate,ot.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var Tw=new Float32Array(1);var nd=new Pe,Ur=class{constructor(e,t,n=0,i=1/0){this.ray=new di(e,t),this.near=n,this.far=i,this.camera=null,this.layers=new Es,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,(t.near+t.far)/(t.near-t.far)).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):console.error("THREE.Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return nd.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(nd),this}intersectObject(e,t=!0,n=[]){return Mc(e,this,n,t),n.sort(id),n}intersectObjects(e,t=!0,n=[]){for(let i=0,r=e.length;i<r;i++)Mc(e[i],this,n,t);return n.sort(id),n}};function id(s,e){return s.distance-e.distance}function Mc(s,e,t,n){let i=!0;if(s.layers.test(e.layers)&&s.raycast(e,t)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)Mc(r[o],e,t,!0)}}function Xc(s,e,t,n){let i=sg(n);switch(t){case Lc:return s*e;case da:return s*e/i.components*i.byteLength;case fa:return s*e/i.components*i.byteLength;case Nc:return s*e*2/i.components*i.byteLength;case pa:return s*e*2/i.components*i.byteLength;case Dc:return s*e*3/i.components*i.byteLength;case sn:return s*e*4/i.components*i.byteLength;case ma:return s*e*4/i.components*i.byteLength;case kr:case Br:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case zr:case Hr:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case xa:case ya:return Math.max(s,16)*Math.max(e,8)/4;case ga:case _a:return Math.max(s,8)*Math.max(e,8)/2;case va:case ba:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case wa:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Ma:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Sa:return Math.floor((s+4)/5)*Math.floor((e+3)/4)*16;case Ea:return Math.floor((s+4)/5)*Math.floor((e+4)/5)*16;case Ta:return Math.floor((s+5)/6)*Math.floor((e+4)/5)*16;case Aa:return Math.floor((s+5)/6)*Math.floor((e+5)/6)*16;case Ra:return Math.floor((s+7)/8)*Math.floor((e+4)/5)*16;case Ca:return Math.floor((s+7)/8)*Math.floor((e+5)/6)*16;case Ia:return Math.floor((s+7)/8)*Math.floor((e+7)/8)*16;case Pa:return Math.floor((s+9)/10)*Math.floor((e+4)/5)*16;case La:return Math.floor((s+9)/10)*Math.floor((e+5)/6)*16;case Da:return Math.floor((s+9)/10)*Math.floor((e+7)/8)*16;case Na:return Math.floor((s+9)/10)*Math.floor((e+9)/10)*16;case Ua:return Math.floor((s+11)/12)*Math.floor((e+9)/10)*16;case Oa:return Math.floor((s+11)/12)*Math.floor((e+11)/12)*16;case Vr:case Fa:case ka:return Math.ceil(s/4)*Math.ceil(e/4)*16;case Uc:case Ba:return Math.ceil(s/4)*Math.ceil(e/4)*8;case za:case Ha:return Math.ceil(s/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function sg(s){switch(s){case Mn:case Cc:return{byteLength:1,components:1};case Ns:case Ic:case Us:return{byteLength:2,components:1};case ha:case ua:return{byteLength:2,components:4};case _i:case ca:case un:return{byteLength:4,components:1};case Pc:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"179"}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="179");/**
 * @license
 * Copyright 2010-2025 Three.js Authors
 * SPDX-License-Identifier: MIT
 */function vf(){let s=null,e=!1,t=null,n=null;function i(r,o){t(r,o),n=s.requestAnimationFrame(i)}return{start:function(){e!==!0&&t!==null&&(n=s.requestAnimationFrame(i),e=!0)},stop:function(){s.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){s=r}}}function og(s){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<u.length;f++){let g=u[d],x=u[f];x.start<=g.start+g.count+1?g.count=Math.max(g.count,x.start+x.count-g.start):(++d,u[d]=x)}u.length=d+1;for(let f=0,g=u.length;f<g;f++){let x=u[f];s.bufferSubData(c,x.start*h.BYTES_PER_ELEMENT,h,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(s.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var ag=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,lg=`#ifdef USE_ALPHAHASH
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
#endif`,cg=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,hg=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,ug=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,dg=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,fg=`#ifdef USE_AOMAP
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
#endif`,pg=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,mg=`#ifdef USE_BATCHING
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
#endif`,gg=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,xg=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,_g=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,yg=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,vg=`#ifdef USE_IRIDESCENCE
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
#endif`,bg=`#ifdef USE_BUMPMAP
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
#endif`,wg=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,Mg=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Sg=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Eg=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Tg=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,Ag=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,Rg=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,Cg=`#if defined( USE_COLOR_ALPHA )
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
#endif`,Ig=`#define PI 3.141592653589793
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
} // validated`,Pg=`#ifdef ENVMAP_TYPE_CUBE_UV
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
#endif`,Lg=`vec3 transformedNormal = objectNormal;
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
#endif`,Dg=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Ng=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Ug=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Og=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Fg="gl_FragColor = linearToOutputTexel( gl_FragColor );",kg=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Bg=`#ifdef USE_ENVMAP
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
#endif`,zg=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,Hg=`#ifdef USE_ENVMAP
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
#endif`,Vg=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Gg=`#ifdef USE_ENVMAP
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
#endif`,Wg=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Xg=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,qg=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,jg=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,$g=`#ifdef USE_GRADIENTMAP
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
}`,Yg=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Kg=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Zg=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Jg=`uniform bool receiveShadow;
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
#endif`,Qg=`#ifdef USE_ENVMAP
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
#endif`,e0=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,t0=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,n0=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,i0=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,s0=`PhysicalMaterial material;
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
#endif`,r0=`struct PhysicalMaterial {
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
}`,o0=`
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
#endif`,a0=`#if defined( RE_IndirectDiffuse )
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
#endif`,l0=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,c0=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,h0=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,u0=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,d0=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,f0=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,p0=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,m0=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,g0=`#if defined( USE_POINTS_UV )
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
#endif`,x0=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,_0=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,y0=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,v0=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,b0=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,w0=`#ifdef USE_MORPHTARGETS
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
#endif`,M0=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,S0=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,E0=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,T0=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,A0=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,R0=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,C0=`#ifdef USE_NORMALMAP
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
#endif`,I0=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,P0=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,L0=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,D0=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,N0=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,U0=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,O0=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,F0=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,k0=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,B0=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,z0=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,H0=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,V0=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,G0=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,W0=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,X0=`float getShadowMask() {
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
}`,q0=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,j0=`#ifdef USE_SKINNING
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
#endif`,$0=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Y0=`#ifdef USE_SKINNING
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
#endif`,K0=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Z0=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,J0=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Q0=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,ex=`#ifdef USE_TRANSMISSION
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
#endif`,tx=`#ifdef USE_TRANSMISSION
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
#endif`,nx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,ix=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,sx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,rx=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,ox=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,ax=`uniform sampler2D t2D;
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
}`,lx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cx=`#ifdef ENVMAP_TYPE_CUBE
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
}`,hx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,ux=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,dx=`#include <common>
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
}`,fx=`#if DEPTH_PACKING == 3200
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
}`,px=`#define DISTANCE
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
}`,mx=`#define DISTANCE
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
}`,gx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,xx=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,_x=`uniform float scale;
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
}`,yx=`uniform vec3 diffuse;
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
}`,vx=`#include <common>
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
}`,bx=`uniform vec3 diffuse;
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
}`,wx=`#define LAMBERT
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
}`,Mx=`#define LAMBERT
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
}`,Sx=`#define MATCAP
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
}`,Ex=`#define MATCAP
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
}`,Tx=`#define NORMAL
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
}`,Ax=`#define NORMAL
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
}`,Rx=`#define PHONG
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
}`,Cx=`#define PHONG
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
}`,Ix=`#define STANDARD
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
}`,Px=`#define STANDARD
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
}`,Lx=`#define TOON
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
}`,Dx=`#define TOON
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
}`,Nx=`uniform float size;
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
}`,Ux=`uniform vec3 diffuse;
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
}`,Ox=`#include <common>
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
}`,Fx=`uniform vec3 color;
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
}`,kx=`uniform float rotation;
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
}`,Bx=`uniform vec3 diffuse;
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
}`,Fe={alphahash_fragment:ag,alphahash_pars_fragment:lg,alphamap_fragment:cg,alphamap_pars_fragment:hg,alphatest_fragment:ug,alphatest_pars_fragment:dg,aomap_fragment:fg,aomap_pars_fragment:pg,batching_pars_vertex:mg,batching_vertex:gg,begin_vertex:xg,beginnormal_vertex:_g,bsdfs:yg,iridescence_fragment:vg,bumpmap_pars_fragment:bg,clipping_planes_fragment:wg,clipping_planes_pars_fragment:Mg,clipping_planes_pars_vertex:Sg,clipping_planes_vertex:Eg,color_fragment:Tg,color_pars_fragment:Ag,color_pars_vertex:Rg,color_vertex:Cg,common:Ig,cube_uv_reflection_fragment:Pg,defaultnormal_vertex:Lg,displacementmap_pars_vertex:Dg,displacementmap_vertex:Ng,emissivemap_fragment:Ug,emissivemap_pars_fragment:Og,colorspace_fragment:Fg,colorspace_pars_fragment:kg,envmap_fragment:Bg,envmap_common_pars_fragment:zg,envmap_pars_fragment:Hg,envmap_pars_vertex:Vg,envmap_physical_pars_fragment:Qg,envmap_vertex:Gg,fog_vertex:Wg,fog_pars_vertex:Xg,fog_fragment:qg,fog_pars_fragment:jg,gradientmap_pars_fragment:$g,lightmap_pars_fragment:Yg,lights_lambert_fragment:Kg,lights_lambert_pars_fragment:Zg,lights_pars_begin:Jg,lights_toon_fragment:e0,lights_toon_pars_fragment:t0,lights_phong_fragment:n0,lights_phong_pars_fragment:i0,lights_physical_fragment:s0,lights_physical_pars_fragment:r0,lights_fragment_begin:o0,lights_fragment_maps:a0,lights_fragment_end:l0,logdepthbuf_fragment:c0,logdepthbuf_pars_fragment:h0,logdepthbuf_pars_vertex:u0,logdepthbuf_vertex:d0,map_fragment:f0,map_pars_fragment:p0,map_particle_fragment:m0,map_particle_pars_fragment:g0,metalnessmap_fragment:x0,metalnessmap_pars_fragment:_0,morphinstance_vertex:y0,morphcolor_vertex:v0,morphnormal_vertex:b0,morphtarget_pars_vertex:w0,morphtarget_vertex:M0,normal_fragment_begin:S0,normal_fragment_maps:E0,normal_pars_fragment:T0,normal_pars_vertex:A0,normal_vertex:R0,normalmap_pars_fragment:C0,clearcoat_normal_fragment_begin:I0,clearcoat_normal_fragment_maps:P0,clearcoat_pars_fragment:L0,iridescence_pars_fragment:D0,opaque_fragment:N0,packing:U0,premultiplied_alpha_fragment:O0,project_vertex:F0,dithering_fragment:k0,dithering_pars_fragment:B0,roughnessmap_fragment:z0,roughnessmap_pars_fragment:H0,shadowmap_pars_fragment:V0,shadowmap_pars_vertex:G0,shadowmap_vertex:W0,shadowmask_pars_fragment:X0,skinbase_vertex:q0,skinning_pars_vertex:j0,skinning_vertex:$0,skinnormal_vertex:Y0,specularmap_fragment:K0,specularmap_pars_fragment:Z0,tonemapping_fragment:J0,tonemapping_pars_fragment:Q0,transmission_fragment:ex,transmission_pars_fragment:tx,uv_pars_fragment:nx,uv_pars_vertex:ix,uv_vertex:sx,worldpos_vertex:rx,background_vert:ox,background_frag:ax,backgroundCube_vert:lx,backgroundCube_frag:cx,cube_vert:hx,cube_frag:ux,depth_vert:dx,depth_frag:fx,distanceRGBA_vert:px,distanceRGBA_frag:mx,equirect_vert:gx,equirect_frag:xx,linedashed_vert:_x,linedashed_frag:yx,meshbasic_vert:vx,meshbasic_frag:bx,meshlambert_vert:wx,meshlambert_frag:Mx,meshmatcap_vert:Sx,meshmatcap_frag:Ex,meshnormal_vert:Tx,meshnormal_frag:Ax,meshphong_vert:Rx,meshphong_frag:Cx,meshphysical_vert:Ix,meshphysical_frag:Px,meshtoon_vert:Lx,meshtoon_frag:Dx,points_vert:Nx,points_frag:Ux,shadow_vert:Ox,shadow_frag:Fx,sprite_vert:kx,sprite_frag:Bx},oe={common:{diffuse:{value:new ae(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Be},alphaMap:{value:null},alphaMapTransform:{value:new Be},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Be}},envmap:{envMap:{value:null},envMapRotation:{value:new Be},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Be}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Be}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Be},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Be},normalScale:{value:new Ne(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Be},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Be}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Be}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Be}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ae(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new ae(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Be},alphaTest:{value:0},uvTransform:{value:new Be}},sprite:{diffuse:{value:new ae(16777215)},opacity:{value:1},center:{value:new Ne(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Be},alphaMap:{value:null},alphaMapTransform:{value:new Be},alphaTest:{value:0}}},Dn={basic:{uniforms:Vt([oe.common,oe.specularmap,oe.envmap,oe.aomap,oe.lightmap,oe.fog]),vertexShader:Fe.meshbasic_vert,fragmentShader:Fe.meshbasic_frag},lambert:{uniforms:Vt([oe.common,oe.specularmap,oe.envmap,oe.aomap,oe.lightmap,oe.emissivemap,oe.bumpmap,oe.normalmap,oe.displacementmap,oe.fog,oe.lights,{emissive:{value:new ae(0)}}]),vertexShader:Fe.meshlambert_vert,fragmentShader:Fe.meshlambert_frag},phong:{uniforms:Vt([oe.common,oe.specularmap,oe.envmap,oe.aomap,oe.lightmap,oe.emissivemap,oe.bumpmap,oe.normalmap,oe.displacementmap,oe.fog,oe.lights,{emissive:{value:new ae(0)},specular:{value:new ae(1118481)},shininess:{value:30}}]),vertexShader:Fe.meshphong_vert,fragmentShader:Fe.meshphong_frag},standard:{uniforms:Vt([oe.common,oe.envmap,oe.aomap,oe.lightmap,oe.emissivemap,oe.bumpmap,oe.normalmap,oe.displacementmap,oe.roughnessmap,oe.metalnessmap,oe.fog,oe.lights,{emissive:{value:new ae(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Fe.meshphysical_vert,fragmentShader:Fe.meshphysical_frag},toon:{uniforms:Vt([oe.common,oe.aomap,oe.lightmap,oe.emissivemap,oe.bumpmap,oe.normalmap,oe.displacementmap,oe.gradientmap,oe.fog,oe.lights,{emissive:{value:new ae(0)}}]),vertexShader:Fe.meshtoon_vert,fragmentShader:Fe.meshtoon_frag},matcap:{uniforms:Vt([oe.common,oe.bumpmap,oe.normalmap,oe.displacementmap,oe.fog,{matcap:{value:null}}]),vertexShader:Fe.meshmatcap_vert,fragmentShader:Fe.meshmatcap_frag},points:{uniforms:Vt([oe.points,oe.fog]),vertexShader:Fe.points_vert,fragmentShader:Fe.points_frag},dashed:{uniforms:Vt([oe.common,oe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Fe.linedashed_vert,fragmentShader:Fe.linedashed_frag},depth:{uniforms:Vt([oe.common,oe.displacementmap]),vertexShader:Fe.depth_vert,fragmentShader:Fe.depth_frag},normal:{uniforms:Vt([oe.common,oe.bumpmap,oe.normalmap,oe.displacementmap,{opacity:{value:1}}]),vertexShader:Fe.meshnormal_vert,fragmentShader:Fe.meshnormal_frag},sprite:{uniforms:Vt([oe.sprite,oe.fog]),vertexShader:Fe.sprite_vert,fragmentShader:Fe.sprite_frag},background:{uniforms:{uvTransform:{value:new Be},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Fe.background_vert,fragmentShader:Fe.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Be}},vertexShader:Fe.backgroundCube_vert,fragmentShader:Fe.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Fe.cube_vert,fragmentShader:Fe.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Fe.equirect_vert,fragmentShader:Fe.equirect_frag},distanceRGBA:{uniforms:Vt([oe.common,oe.displacementmap,{referencePosition:{value:new R},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Fe.distanceRGBA_vert,fragmentShader:Fe.distanceRGBA_frag},shadow:{uniforms:Vt([oe.lights,oe.fog,{color:{value:new ae(0)},opacity:{value:1}}]),vertexShader:Fe.shadow_vert,fragmentShader:Fe.shadow_frag}};Dn.physical={uniforms:Vt([Dn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Be},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Be},clearcoatNormalScale:{value:new Ne(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Be},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Be},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Be},sheen:{value:0},sheenColor:{value:new ae(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Be},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Be},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Be},transmissionSamplerSize:{value:new Ne},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Be},attenuationDistance:{value:0},attenuationColor:{value:new ae(0)},specularColor:{value:new ae(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Be},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Be},anisotropyVector:{value:new Ne},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Be}}]),vertexShader:Fe.meshphysical_vert,fragmentShader:Fe.meshphysical_frag};var Ga={r:0,b:0,g:0},Yi=new hn,zx=new Pe;function Hx(s,e,t,n,i,r,o){let a=new ae(0),l=r===!0?0:1,c,h,u=null,d=0,f=null;function g(v){let _=v.isScene===!0?v.background:null;return _&&_.isTexture&&(_=(v.backgroundBlurriness>0?t:e).get(_)),_}function x(v){let _=!1,A=g(v);A===null?p(a,l):A&&A.isColor&&(p(A,1),_=!0);let T=s.xr.getEnvironmentBlendMode();T==="additive"?n.buffers.color.setClear(0,0,0,1,o):T==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(s.autoClear||_)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function m(v,_){let A=g(_);A&&(A.isCubeTexture||A.mapping===Fr)?(h===void 0&&(h=new Ke(new Xn(1,1,1),new Bt({name:"BackgroundCubeMaterial",uniforms:$i(Dn.backgroundCube.uniforms),vertexShader:Dn.backgroundCube.vertexShader,fragmentShader:Dn.backgroundCube.fragmentShader,side:Dt,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(T,C,L){this.matrixWorld.copyPosition(L.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(h)),Yi.copy(_.backgroundRotation),Yi.x*=-1,Yi.y*=-1,Yi.z*=-1,A.isCubeTexture&&A.isRenderTargetTexture===!1&&(Yi.y*=-1,Yi.z*=-1),h.material.uniforms.envMap.value=A,h.material.uniforms.flipEnvMap.value=A.isCubeTexture&&A.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=_.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=_.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(zx.makeRotationFromEuler(Yi)),h.material.toneMapped=je.getTransfer(A.colorSpace)!==nt,(u!==A||d!==A.version||f!==s.toneMapping)&&(h.material.needsUpdate=!0,u=A,d=A.version,f=s.toneMapping),h.layers.enableAll(),v.unshift(h,h.geometry,h.material,0,0,null)):A&&A.isTexture&&(c===void 0&&(c=new Ke(new Bi(2,2),new Bt({name:"BackgroundMaterial",uniforms:$i(Dn.background.uniforms),vertexShader:Dn.background.vertexShader,fragmentShader:Dn.background.fragmentShader,side:en,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=A,c.material.uniforms.backgroundIntensity.value=_.backgroundIntensity,c.material.toneMapped=je.getTransfer(A.colorSpace)!==nt,A.matrixAutoUpdate===!0&&A.updateMatrix(),c.material.uniforms.uvTransform.value.copy(A.matrix),(u!==A||d!==A.version||f!==s.toneMapping)&&(c.material.needsUpdate=!0,u=A,d=A.version,f=s.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null))}function p(v,_){v.getRGB(Ga,Vc(s)),n.buffers.color.setClear(Ga.r,Ga.g,Ga.b,_,o)}function w(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return a},setClearColor:function(v,_=1){a.set(v),l=_,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(v){l=v,p(a,l)},render:x,addToRenderList:m,dispose:w}}function Vx(s,e){let t=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(S,I,H,G,V){let K=!1,q=u(G,H,I);r!==q&&(r=q,c(r.object)),K=f(S,G,H,V),K&&g(S,G,H,V),V!==null&&e.update(V,s.ELEMENT_ARRAY_BUFFER),(K||o)&&(o=!1,_(S,I,H,G),V!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,e.get(V).buffer))}function l(){return s.createVertexArray()}function c(S){return s.bindVertexArray(S)}function h(S){return s.deleteVertexArray(S)}function u(S,I,H){let G=H.wireframe===!0,V=n[S.id];V===void 0&&(V={},n[S.id]=V);let K=V[I.id];K===void 0&&(K={},V[I.id]=K);let q=K[G];return q===void 0&&(q=d(l()),K[G]=q),q}function d(S){let I=[],H=[],G=[];for(let V=0;V<t;V++)I[V]=0,H[V]=0,G[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:I,enabledAttributes:H,attributeDivisors:G,object:S,attributes:{},index:null}}function f(S,I,H,G){let V=r.attributes,K=I.attributes,q=0,ne=H.getAttributes();for(let W in ne)if(ne[W].location>=0){let fe=V[W],Se=K[W];if(Se===void 0&&(W==="instanceMatrix"&&S.instanceMatrix&&(Se=S.instanceMatrix),W==="instanceColor"&&S.instanceColor&&(Se=S.instanceColor)),fe===void 0||fe.attribute!==Se||Se&&fe.data!==Se.data)return!0;q++}return r.attributesNum!==q||r.index!==G}function g(S,I,H,G){let V={},K=I.attributes,q=0,ne=H.getAttributes();for(let W in ne)if(ne[W].location>=0){let fe=K[W];fe===void 0&&(W==="instanceMatrix"&&S.instanceMatrix&&(fe=S.instanceMatrix),W==="instanceColor"&&S.instanceColor&&(fe=S.instanceColor));let Se={};Se.attribute=fe,fe&&fe.data&&(Se.data=fe.data),V[W]=Se,q++}r.attributes=V,r.attributesNum=q,r.index=G}function x(){let S=r.newAttributes;for(let I=0,H=S.length;I<H;I++)S[I]=0}function m(S){p(S,0)}function p(S,I){let H=r.newAttributes,G=r.enabledAttributes,V=r.attributeDivisors;H[S]=1,G[S]===0&&(s.enableVertexAttribArray(S),G[S]=1),V[S]!==I&&(s.vertexAttribDivisor(S,I),V[S]=I)}function w(){let S=r.newAttributes,I=r.enabledAttributes;for(let H=0,G=I.length;H<G;H++)I[H]!==S[H]&&(s.disableVertexAttribArray(H),I[H]=0)}function v(S,I,H,G,V,K,q){q===!0?s.vertexAttribIPointer(S,I,H,V,K):s.vertexAttribPointer(S,I,H,G,V,K)}function _(S,I,H,G){x();let V=G.attributes,K=H.getAttributes(),q=I.defaultAttributeValues;for(let ne in K){let W=K[ne];if(W.location>=0){let le=V[ne];if(le===void 0&&(ne==="instanceMatrix"&&S.instanceMatrix&&(le=S.instanceMatrix),ne==="instanceColor"&&S.instanceColor&&(le=S.instanceColor)),le!==void 0){let fe=le.normalized,Se=le.itemSize,He=e.get(le);if(He===void 0)continue;let ft=He.buffer,st=He.type,$=He.bytesPerElement,ce=st===s.INT||st===s.UNSIGNED_INT||le.gpuType===ca;if(le.isInterleavedBufferAttribute){let se=le.data,Re=se.stride,Ce=le.offset;if(se.isInstancedInterleavedBuffer){for(let Ue=0;Ue<W.locationSize;Ue++)p(W.location+Ue,se.meshPerAttribute);S.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=se.meshPerAttribute*se.count)}else for(let Ue=0;Ue<W.locationSize;Ue++)m(W.location+Ue);s.bindBuffer(s.ARRAY_BUFFER,ft);for(let Ue=0;Ue<W.locationSize;Ue++)v(W.location+Ue,Se/W.locationSize,st,fe,Re*$,(Ce+Se/W.locationSize*Ue)*$,ce)}else{if(le.isInstancedBufferAttribute){for(let se=0;se<W.locationSize;se++)p(W.location+se,le.meshPerAttribute);S.isInstancedMesh!==!0&&G._maxInstanceCount===void 0&&(G._maxInstanceCount=le.meshPerAttribute*le.count)}else for(let se=0;se<W.locationSize;se++)m(W.location+se);s.bindBuffer(s.ARRAY_BUFFER,ft);for(let se=0;se<W.locationSize;se++)v(W.location+se,Se/W.locationSize,st,fe,Se*$,Se/W.locationSize*se*$,ce)}}else if(q!==void 0){let fe=q[ne];if(fe!==void 0)switch(fe.length){case 2:s.vertexAttrib2fv(W.location,fe);break;case 3:s.vertexAttrib3fv(W.location,fe);break;case 4:s.vertexAttrib4fv(W.location,fe);break;default:s.vertexAttrib1fv(W.location,fe)}}}}w()}function A(){L();for(let S in n){let I=n[S];for(let H in I){let G=I[H];for(let V in G)h(G[V].object),delete G[V];delete I[H]}delete n[S]}}function T(S){if(n[S.id]===void 0)return;let I=n[S.id];for(let H in I){let G=I[H];for(let V in G)h(G[V].object),delete G[V];delete I[H]}delete n[S.id]}function C(S){for(let I in n){let H=n[I];if(H[S.id]===void 0)continue;let G=H[S.id];for(let V in G)h(G[V].object),delete G[V];delete H[S.id]}}function L(){M(),o=!0,r!==i&&(r=i,c(r.object))}function M(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:L,resetDefaultState:M,dispose:A,releaseStatesOfGeometry:T,releaseStatesOfProgram:C,initAttributes:x,enableAttribute:m,disableUnusedAttributes:w}}function Gx(s,e,t){let n;function i(c){n=c}function r(c,h){s.drawArrays(n,c,h),t.update(h,n,1)}function o(c,h,u){u!==0&&(s.drawArraysInstanced(n,c,h,u),t.update(h,n,u))}function a(c,h,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,u);let f=0;for(let g=0;g<u;g++)f+=h[g];t.update(f,n,1)}function l(c,h,u,d){if(u===0)return;let f=e.get("WEBGL_multi_draw");if(f===null)for(let g=0;g<c.length;g++)o(c[g],h[g],d[g]);else{f.multiDrawArraysInstancedWEBGL(n,c,0,h,0,d,0,u);let g=0;for(let x=0;x<u;x++)g+=h[x]*d[x];t.update(g,n,1)}}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function Wx(s,e,t,n){let i;function r(){if(i!==void 0)return i;if(e.has("EXT_texture_filter_anisotropic")===!0){let C=e.get("EXT_texture_filter_anisotropic");i=s.getParameter(C.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(C){return!(C!==sn&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(C){let L=C===Us&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(C!==Mn&&n.convert(C)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE)&&C!==un&&!L)}function l(C){if(C==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";C="mediump"}return C==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.logarithmicDepthBuffer===!0,d=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),g=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=s.getParameter(s.MAX_TEXTURE_SIZE),m=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),p=s.getParameter(s.MAX_VERTEX_ATTRIBS),w=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),v=s.getParameter(s.MAX_VARYING_VECTORS),_=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),A=g>0,T=s.getParameter(s.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:x,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:w,maxVaryings:v,maxFragmentUniforms:_,vertexTextures:A,maxSamples:T}}function Xx(s){let e=this,t=null,n=0,i=!1,r=!1,o=new cn,a=new Be,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let g=u.clippingPlanes,x=u.clipIntersection,m=u.clipShadows,p=s.get(u);if(!i||g===null||g.length===0||r&&!m)r?h(null):c();else{let w=r?0:n,v=w*4,_=p.clippingState||null;l.value=_,_=h(g,d,v,f);for(let A=0;A!==v;++A)_[A]=t[A];p.clippingState=_,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=w}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,g){let x=u!==null?u.length:0,m=null;if(x!==0){if(m=l.value,g!==!0||m===null){let p=f+x*4,w=d.matrixWorldInverse;a.getNormalMatrix(w),(m===null||m.length<p)&&(m=new Float32Array(p));for(let v=0,_=f;v!==x;++v,_+=4)o.copy(u[v]).applyMatrix4(w,a),o.normal.toArray(m,_),m[_+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=x,e.numIntersection=0,m}}function qx(s){let e=new WeakMap;function t(o,a){return a===oa?o.mapping=Xi:a===aa&&(o.mapping=qi),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===oa||a===aa)if(e.has(o)){let l=e.get(o).texture;return t(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new Fo(l.height);return c.fromEquirectangularTexture(s,o),e.set(o,c),o.addEventListener("dispose",i),t(c.texture,o.mapping)}else return null}}return o}function i(o){let a=o.target;a.removeEventListener("dispose",i);let l=e.get(a);l!==void 0&&(e.delete(a),l.dispose())}function r(){e=new WeakMap}return{get:n,dispose:r}}var Hs=4,Kd=[.125,.215,.35,.446,.526,.582],Ji=20,qc=new Gi,Zd=new ae,jc=null,$c=0,Yc=0,Kc=!1,Zi=(1+Math.sqrt(5))/2,zs=1/Zi,Jd=[new R(-Zi,zs,0),new R(Zi,zs,0),new R(-zs,0,Zi),new R(zs,0,Zi),new R(0,Zi,-zs),new R(0,Zi,zs),new R(-1,1,-1),new R(1,1,-1),new R(-1,1,1),new R(1,1,1)],jx=new R,Gs=class{constructor(e){this._renderer=e,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(e,t=0,n=.1,i=100,r={}){let{size:o=256,position:a=jx}=r;jc=this._renderer.getRenderTarget(),$c=this._renderer.getActiveCubeFace(),Yc=this._renderer.getActiveMipmapLevel(),Kc=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(o);let l=this._allocateTargets();return l.depthBuffer=!0,this._sceneToCubeUV(e,n,i,l,a),t>0&&this._blur(l,0,0,t),this._applyPMREM(l),this._cleanup(l),l}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=tf(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ef(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(e){this._lodMax=Math.floor(Math.log2(e)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let e=0;e<this._lodPlanes.length;e++)this._lodPlanes[e].dispose()}_cleanup(e){this._renderer.setRenderTarget(jc,$c,Yc),this._renderer.xr.enabled=Kc,e.scissorTest=!1,Wa(e,0,0,e.width,e.height)}_fromTexture(e,t){e.mapping===Xi||e.mapping===qi?this._setSize(e.image.length===0?16:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4),jc=this._renderer.getRenderTarget(),$c=this._renderer.getActiveCubeFace(),Yc=this._renderer.getActiveMipmapLevel(),Kc=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=t||this._allocateTargets();return this._textureToCubeUV(e,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let e=3*Math.max(this._cubeSize,112),t=4*this._cubeSize,n={magFilter:qt,minFilter:qt,generateMipmaps:!1,type:Us,format:sn,colorSpace:Pt,depthBuffer:!1},i=Qd(e,t,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==e||this._pingPongRenderTarget.height!==t){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=Qd(e,t,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=$x(r)),this._blurMaterial=Yx(r,e,t)}return i}_compileMaterial(e){let t=new Ke(this._lodPlanes[0],e);this._renderer.compile(t,qc)}_sceneToCubeUV(e,t,n,i,r){let l=new Mt(90,1,t,n),c=[1,-1,1,1,1,1],h=[1,1,1,-1,-1,-1],u=this._renderer,d=u.autoClear,f=u.toneMapping;u.getClearColor(Zd),u.toneMapping=Qn,u.autoClear=!1,u.state.buffers.depth.getReversed()&&(u.setRenderTarget(i),u.clearDepth(),u.setRenderTarget(null));let x=new kt({name:"PMREM.Background",side:Dt,depthWrite:!1,depthTest:!1}),m=new Ke(new Xn,x),p=!1,w=e.background;w?w.isColor&&(x.color.copy(w),e.background=null,p=!0):(x.color.copy(Zd),p=!0);for(let v=0;v<6;v++){let _=v%3;_===0?(l.up.set(0,c[v],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x+h[v],r.y,r.z)):_===1?(l.up.set(0,0,c[v]),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y+h[v],r.z)):(l.up.set(0,c[v],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y,r.z+h[v]));let A=this._cubeSize;Wa(i,_*A,v>2?A:0,A,A),u.setRenderTarget(i),p&&u.render(m,l),u.render(e,l)}m.geometry.dispose(),m.material.dispose(),u.toneMapping=f,u.autoClear=d,e.background=w}_textureToCubeUV(e,t){let n=this._renderer,i=e.mapping===Xi||e.mapping===qi;i?(this._cubemapMaterial===null&&(this._cubemapMaterial=tf()),this._cubemapMaterial.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=ef());let r=i?this._cubemapMaterial:this._equirectMaterial,o=new Ke(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=e;let l=this._cubeSize;Wa(t,0,0,3*l,2*l),n.setRenderTarget(t),n.render(o,qc)}_applyPMREM(e){let t=this._renderer,n=t.autoClear;t.autoClear=!1;let i=this._lodPlanes.length;for(let r=1;r<i;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=Jd[(i-r-1)%Jd.length];this._blur(e,r-1,r,o,a)}t.autoClear=n}_blur(e,t,n,i,r){let o=this._pingPongRenderTarget;this._halfBlur(e,o,t,n,i,"latitudinal",r),this._halfBlur(o,e,n,n,i,"longitudinal",r)}_halfBlur(e,t,n,i,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,u=new Ke(this._lodPlanes[i],c),d=c.uniforms,f=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*f):2*Math.PI/(2*Ji-1),x=r/g,m=isFinite(r)?1+Math.floor(h*x):Ji;m>Ji&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${Ji}`);let p=[],w=0;for(let C=0;C<Ji;++C){let L=C/x,M=Math.exp(-L*L/2);p.push(M),C===0?w+=M:C<m&&(w+=2*M)}for(let C=0;C<p.length;C++)p[C]=p[C]/w;d.envMap.value=e.texture,d.samples.value=m,d.weights.value=p,d.latitudinal.value=o==="latitudinal",a&&(d.poleAxis.value=a);let{_lodMax:v}=this;d.dTheta.value=g,d.mipInt.value=v-n;let _=this._sizeLods[i],A=3*_*(i>v-Hs?i-v+Hs:0),T=4*(this._cubeSize-_);Wa(t,A,T,3*_,2*_),l.setRenderTarget(t),l.render(u,qc)}};function $x(s){let e=[],t=[],n=[],i=s,r=s-Hs+1+Kd.length;for(let o=0;o<r;o++){let a=Math.pow(2,i);t.push(a);let l=1/a;o>s-Hs?l=Kd[o-s+Hs-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,u=1+c,d=[h,h,u,h,u,u,h,h,u,u,h,u],f=6,g=6,x=3,m=2,p=1,w=new Float32Array(x*g*f),v=new Float32Array(m*g*f),_=new Float32Array(p*g*f);for(let T=0;T<f;T++){let C=T%3*2/3-1,L=T>2?0:-1,M=[C,L,0,C+2/3,L,0,C+2/3,L+1,0,C,L,0,C+2/3,L+1,0,C,L+1,0];w.set(M,x*g*T),v.set(d,m*g*T);let S=[T,T,T,T,T,T];_.set(S,p*g*T)}let A=new $e;A.setAttribute("position",new ke(w,x)),A.setAttribute("uv",new ke(v,m)),A.setAttribute("faceIndex",new ke(_,p)),e.push(A),i>Hs&&i--}return{lodPlanes:e,sizeLods:t,sigmas:n}}function Qd(s,e,t){let n=new An(s,e,t);return n.texture.mapping=Fr,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function Wa(s,e,t,n,i){s.viewport.set(e,t,n,i),s.scissor.set(e,t,n,i)}function Yx(s,e,t){let n=new Float32Array(Ji),i=new R(0,1,0);return new Bt({name:"SphericalGaussianBlur",defines:{n:Ji,CUBEUV_TEXEL_WIDTH:1/e,CUBEUV_TEXEL_HEIGHT:1/t,CUBEUV_MAX_MIP:`${s}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:i}},vertexShader:oh(),fragmentShader:`

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
		`,blending:Jn,depthTest:!1,depthWrite:!1})}function ef(){return new Bt({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:oh(),fragmentShader:`

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
		`,blending:Jn,depthTest:!1,depthWrite:!1})}function tf(){return new Bt({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:oh(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:Jn,depthTest:!1,depthWrite:!1})}function oh(){return`

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
	`}function Kx(s){let e=new WeakMap,t=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===oa||l===aa,h=l===Xi||l===qi;if(c||h){let u=e.get(a),d=u!==void 0?u.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==d)return t===null&&(t=new Gs(s)),u=c?t.fromEquirectangular(a,u):t.fromCubemap(a,u),u.texture.pmremVersion=a.pmremVersion,e.set(a,u),u.texture;if(u!==void 0)return u.texture;{let f=a.image;return c&&f&&f.height>0||h&&f&&i(f)?(t===null&&(t=new Gs(s)),u=c?t.fromEquirectangular(a):t.fromCubemap(a),u.texture.pmremVersion=a.pmremVersion,e.set(a,u),a.addEventListener("dispose",r),u.texture):null}}}return a}function i(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=e.get(l);c!==void 0&&(e.delete(l),c.dispose())}function o(){e=new WeakMap,t!==null&&(t.dispose(),t=null)}return{get:n,dispose:o}}function Zx(s){let e={};function t(n){if(e[n]!==void 0)return e[n];let i;switch(n){case"WEBGL_depth_texture":i=s.getExtension("WEBGL_depth_texture")||s.getExtension("MOZ_WEBGL_depth_texture")||s.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":i=s.getExtension("EXT_texture_filter_anisotropic")||s.getExtension("MOZ_EXT_texture_filter_anisotropic")||s.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":i=s.getExtension("WEBGL_compressed_texture_s3tc")||s.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":i=s.getExtension("WEBGL_compressed_texture_pvrtc")||s.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:i=s.getExtension(n)}return e[n]=i,i}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let i=t(n);return i===null&&Fi("THREE.WebGLRenderer: "+n+" extension not supported."),i}}}function Jx(s,e,t,n){let i={},r=new WeakMap;function o(u){let d=u.target;d.index!==null&&e.remove(d.index);for(let g in d.attributes)e.remove(d.attributes[g]);d.removeEventListener("dispose",o),delete i[d.id];let f=r.get(d);f&&(e.remove(f),r.delete(d)),n.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,t.memory.geometries--}function a(u,d){return i[d.id]===!0||(d.addEventListener("dispose",o),i[d.id]=!0,t.memory.geometries++),d}function l(u){let d=u.attributes;for(let f in d)e.update(d[f],s.ARRAY_BUFFER)}function c(u){let d=[],f=u.index,g=u.attributes.position,x=0;if(f!==null){let w=f.array;x=f.version;for(let v=0,_=w.length;v<_;v+=3){let A=w[v+0],T=w[v+1],C=w[v+2];d.push(A,T,T,C,C,A)}}else if(g!==void 0){let w=g.array;x=g.version;for(let v=0,_=w.length/3-1;v<_;v+=3){let A=v+0,T=v+1,C=v+2;d.push(A,T,T,C,C,A)}}else return;let m=new(Hc(d)?xr:gr)(d,1);m.version=x;let p=r.get(u);p&&e.remove(p),r.set(u,m)}function h(u){let d=r.get(u);if(d){let f=u.index;f!==null&&d.version<f.version&&c(u)}else c(u);return r.get(u)}return{get:a,update:l,getWireframeAttribute:h}}function Qx(s,e,t){let n;function i(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,f){s.drawElements(n,f,r,d*o),t.update(f,n,1)}function c(d,f,g){g!==0&&(s.drawElementsInstanced(n,f,r,d*o,g),t.update(f,n,g))}function h(d,f,g){if(g===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,d,0,g);let m=0;for(let p=0;p<g;p++)m+=f[p];t.update(m,n,1)}function u(d,f,g,x){if(g===0)return;let m=e.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<d.length;p++)c(d[p]/o,f[p],x[p]);else{m.multiDrawElementsInstancedWEBGL(n,f,0,r,d,0,x,0,g);let p=0;for(let w=0;w<g;w++)p+=f[w]*x[w];t.update(p,n,1)}}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=u}function e_(s){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case s.TRIANGLES:t.triangles+=a*(r/3);break;case s.LINES:t.lines+=a*(r/2);break;case s.LINE_STRIP:t.lines+=a*(r-1);break;case s.LINE_LOOP:t.lines+=a*r;break;case s.POINTS:t.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function i(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:i,update:n}}function t_(s,e,t){let n=new WeakMap,i=new Je;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let M=function(){C.dispose(),n.delete(a),a.removeEventListener("dispose",M)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,x=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],w=a.morphAttributes.color||[],v=0;f===!0&&(v=1),g===!0&&(v=2),x===!0&&(v=3);let _=a.attributes.position.count*v,A=1;_>e.maxTextureSize&&(A=Math.ceil(_/e.maxTextureSize),_=e.maxTextureSize);let T=new Float32Array(_*A*4*u),C=new mr(T,_,A,u);C.type=un,C.needsUpdate=!0;let L=v*4;for(let S=0;S<u;S++){let I=m[S],H=p[S],G=w[S],V=_*A*4*S;for(let K=0;K<I.count;K++){let q=K*L;f===!0&&(i.fromBufferAttribute(I,K),T[V+q+0]=i.x,T[V+q+1]=i.y,T[V+q+2]=i.z,T[V+q+3]=0),g===!0&&(i.fromBufferAttribute(H,K),T[V+q+4]=i.x,T[V+q+5]=i.y,T[V+q+6]=i.z,T[V+q+7]=0),x===!0&&(i.fromBufferAttribute(G,K),T[V+q+8]=i.x,T[V+q+9]=i.y,T[V+q+10]=i.z,T[V+q+11]=G.itemSize===4?i.w:1)}}d={count:u,texture:C,size:new Ne(_,A)},n.set(a,d),a.addEventListener("dispose",M)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,t);else{let f=0;for(let x=0;x<c.length;x++)f+=c[x];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",g),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function n_(s,e,t,n){let i=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,u=e.get(l,h);if(i.get(u)!==c&&(e.update(u),i.set(u,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),i.get(l)!==c&&(t.update(l.instanceMatrix,s.ARRAY_BUFFER),l.instanceColor!==null&&t.update(l.instanceColor,s.ARRAY_BUFFER),i.set(l,c))),l.isSkinnedMesh){let d=l.skeleton;i.get(d)!==c&&(d.update(),i.set(d,c))}return u}function o(){i=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),t.remove(c.instanceMatrix),c.instanceColor!==null&&t.remove(c.instanceColor)}return{update:r,dispose:o}}var bf=new Et,nf=new Er(1,1),wf=new mr,Mf=new Uo,Sf=new yr,sf=[],rf=[],of=new Float32Array(16),af=new Float32Array(9),lf=new Float32Array(4);function Ws(s,e,t){let n=s[0];if(n<=0||n>0)return s;let i=e*t,r=sf[i];if(r===void 0&&(r=new Float32Array(i),sf[i]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,s[o].toArray(r,a)}return r}function Tt(s,e){if(s.length!==e.length)return!1;for(let t=0,n=s.length;t<n;t++)if(s[t]!==e[t])return!1;return!0}function At(s,e){for(let t=0,n=e.length;t<n;t++)s[t]=e[t]}function $a(s,e){let t=rf[e];t===void 0&&(t=new Int32Array(e),rf[e]=t);for(let n=0;n!==e;++n)t[n]=s.allocateTextureUnit();return t}function i_(s,e){let t=this.cache;t[0]!==e&&(s.uniform1f(this.addr,e),t[0]=e)}function s_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tt(t,e))return;s.uniform2fv(this.addr,e),At(t,e)}}function r_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(s.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(Tt(t,e))return;s.uniform3fv(this.addr,e),At(t,e)}}function o_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tt(t,e))return;s.uniform4fv(this.addr,e),At(t,e)}}function a_(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tt(t,e))return;s.uniformMatrix2fv(this.addr,!1,e),At(t,e)}else{if(Tt(t,n))return;lf.set(n),s.uniformMatrix2fv(this.addr,!1,lf),At(t,n)}}function l_(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tt(t,e))return;s.uniformMatrix3fv(this.addr,!1,e),At(t,e)}else{if(Tt(t,n))return;af.set(n),s.uniformMatrix3fv(this.addr,!1,af),At(t,n)}}function c_(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tt(t,e))return;s.uniformMatrix4fv(this.addr,!1,e),At(t,e)}else{if(Tt(t,n))return;of.set(n),s.uniformMatrix4fv(this.addr,!1,of),At(t,n)}}function h_(s,e){let t=this.cache;t[0]!==e&&(s.uniform1i(this.addr,e),t[0]=e)}function u_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tt(t,e))return;s.uniform2iv(this.addr,e),At(t,e)}}function d_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Tt(t,e))return;s.uniform3iv(this.addr,e),At(t,e)}}function f_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tt(t,e))return;s.uniform4iv(this.addr,e),At(t,e)}}function p_(s,e){let t=this.cache;t[0]!==e&&(s.uniform1ui(this.addr,e),t[0]=e)}function m_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tt(t,e))return;s.uniform2uiv(this.addr,e),At(t,e)}}function g_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Tt(t,e))return;s.uniform3uiv(this.addr,e),At(t,e)}}function x_(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tt(t,e))return;s.uniform4uiv(this.addr,e),At(t,e)}}function __(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?(nf.compareFunction=Fc,r=nf):r=bf,t.setTexture2D(e||r,i)}function y_(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture3D(e||Mf,i)}function v_(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTextureCube(e||Sf,i)}function b_(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture2DArray(e||wf,i)}function w_(s){switch(s){case 5126:return i_;case 35664:return s_;case 35665:return r_;case 35666:return o_;case 35674:return a_;case 35675:return l_;case 35676:return c_;case 5124:case 35670:return h_;case 35667:case 35671:return u_;case 35668:case 35672:return d_;case 35669:case 35673:return f_;case 5125:return p_;case 36294:return m_;case 36295:return g_;case 36296:return x_;case 35678:case 36198:case 36298:case 36306:case 35682:return __;case 35679:case 36299:case 36307:return y_;case 35680:case 36300:case 36308:case 36293:return v_;case 36289:case 36303:case 36311:case 36292:return b_}}function M_(s,e){s.uniform1fv(this.addr,e)}function S_(s,e){let t=Ws(e,this.size,2);s.uniform2fv(this.addr,t)}function E_(s,e){let t=Ws(e,this.size,3);s.uniform3fv(this.addr,t)}function T_(s,e){let t=Ws(e,this.size,4);s.uniform4fv(this.addr,t)}function A_(s,e){let t=Ws(e,this.size,4);s.uniformMatrix2fv(this.addr,!1,t)}function R_(s,e){let t=Ws(e,this.size,9);s.uniformMatrix3fv(this.addr,!1,t)}function C_(s,e){let t=Ws(e,this.size,16);s.uniformMatrix4fv(this.addr,!1,t)}function I_(s,e){s.uniform1iv(this.addr,e)}function P_(s,e){s.uniform2iv(this.addr,e)}function L_(s,e){s.uniform3iv(this.addr,e)}function D_(s,e){s.uniform4iv(this.addr,e)}function N_(s,e){s.uniform1uiv(this.addr,e)}function U_(s,e){s.uniform2uiv(this.addr,e)}function O_(s,e){s.uniform3uiv(this.addr,e)}function F_(s,e){s.uniform4uiv(this.addr,e)}function k_(s,e,t){let n=this.cache,i=e.length,r=$a(t,i);Tt(n,r)||(s.uniform1iv(this.addr,r),At(n,r));for(let o=0;o!==i;++o)t.setTexture2D(e[o]||bf,r[o])}function B_(s,e,t){let n=this.cache,i=e.length,r=$a(t,i);Tt(n,r)||(s.uniform1iv(this.addr,r),At(n,r));for(let o=0;o!==i;++o)t.setTexture3D(e[o]||Mf,r[o])}function z_(s,e,t){let n=this.cache,i=e.length,r=$a(t,i);Tt(n,r)||(s.uniform1iv(this.addr,r),At(n,r));for(let o=0;o!==i;++o)t.setTextureCube(e[o]||Sf,r[o])}function H_(s,e,t){let n=this.cache,i=e.length,r=$a(t,i);Tt(n,r)||(s.uniform1iv(this.addr,r),At(n,r));for(let o=0;o!==i;++o)t.setTexture2DArray(e[o]||wf,r[o])}function V_(s){switch(s){case 5126:return M_;case 35664:return S_;case 35665:return E_;case 35666:return T_;case 35674:return A_;case 35675:return R_;case 35676:return C_;case 5124:case 35670:return I_;case 35667:case 35671:return P_;case 35668:case 35672:return L_;case 35669:case 35673:return D_;case 5125:return N_;case 36294:return U_;case 36295:return O_;case 36296:return F_;case 35678:case 36198:case 36298:case 36306:case 35682:return k_;case 35679:case 36299:case 36307:return B_;case 35680:case 36300:case 36308:case 36293:return z_;case 36289:case 36303:case 36311:case 36292:return H_}}var Jc=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=w_(t.type)}},Qc=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=V_(t.type)}},eh=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(e,t[a.id],n)}}},Zc=/(\w+)(\])?(\[|\.)?/g;function cf(s,e){s.seq.push(e),s.map[e.id]=e}function G_(s,e,t){let n=s.name,i=n.length;for(Zc.lastIndex=0;;){let r=Zc.exec(n),o=Zc.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){cf(t,c===void 0?new Jc(a,s,e):new Qc(a,s,e));break}else{let u=t.map[a];u===void 0&&(u=new eh(a),cf(t,u)),t=u}}}var Vs=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let i=0;i<n;++i){let r=e.getActiveUniform(t,i),o=e.getUniformLocation(t,r.name);G_(r,o,this)}}setValue(e,t,n,i){let r=this.map[t];r!==void 0&&r.setValue(e,n,i)}setOptional(e,t,n){let i=t[n];i!==void 0&&this.setValue(e,n,i)}static upload(e,t,n,i){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,i)}}static seqWithValue(e,t){let n=[];for(let i=0,r=e.length;i!==r;++i){let o=e[i];o.id in t&&n.push(o)}return n}};function hf(s,e,t){let n=s.createShader(e);return s.shaderSource(n,t),s.compileShader(n),n}var W_=37297,X_=0;function q_(s,e){let t=s.split(`
`),n=[],i=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var uf=new Be;function j_(s){je._getMatrix(uf,je.workingColorSpace,s);let e=`mat3( ${uf.elements.map(t=>t.toFixed(4))} )`;switch(je.getTransfer(s)){case fr:return[e,"LinearTransferOETF"];case nt:return[e,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",s),[e,"LinearTransferOETF"]}}function df(s,e,t){let n=s.getShaderParameter(e,s.COMPILE_STATUS),r=(s.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+q_(s.getShaderSource(e),a)}else return r}function $_(s,e){let t=j_(e);return[`vec4 ${s}( vec4 value ) {`,`	return ${t[1]}( vec4( value.rgb * ${t[0]}, value.a ) );`,"}"].join(`
`)}function Y_(s,e){let t;switch(e){case Td:t="Linear";break;case Ad:t="Reinhard";break;case Rd:t="Cineon";break;case Cd:t="ACESFilmic";break;case Pd:t="AgX";break;case ra:t="Neutral";break;case Id:t="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",e),t="Linear"}return"vec3 "+s+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Xa=new R;function K_(){je.getLuminanceCoefficients(Xa);let s=Xa.x.toFixed(4),e=Xa.y.toFixed(4),t=Xa.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Z_(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Wr).join(`
`)}function J_(s){let e=[];for(let t in s){let n=s[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function Q_(s,e){let t={},n=s.getProgramParameter(e,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(e,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:s.getAttribLocation(e,o),locationSize:a}}return t}function Wr(s){return s!==""}function ff(s,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return s.replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows)}function pf(s,e){return s.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var ey=/^[ \t]*#include +<([\w\d./]+)>/gm;function th(s){return s.replace(ey,ny)}var ty=new Map;function ny(s,e){let t=Fe[e];if(t===void 0){let n=ty.get(e);if(n!==void 0)t=Fe[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',e,n);else throw new Error("Can not resolve #include <"+e+">")}return th(t)}var iy=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function mf(s){return s.replace(iy,sy)}function sy(s,e,t,n){let i="";for(let r=parseInt(e);r<parseInt(t);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function gf(s){let e=`precision ${s.precision} float;
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
	`;return s.precision==="highp"?e+=`
#define HIGH_PRECISION`:s.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}function ry(s){let e="SHADOWMAP_TYPE_BASIC";return s.shadowMapType===Or?e="SHADOWMAP_TYPE_PCF":s.shadowMapType===Ko?e="SHADOWMAP_TYPE_PCF_SOFT":s.shadowMapType===Ln&&(e="SHADOWMAP_TYPE_VSM"),e}function oy(s){let e="ENVMAP_TYPE_CUBE";if(s.envMap)switch(s.envMapMode){case Xi:case qi:e="ENVMAP_TYPE_CUBE";break;case Fr:e="ENVMAP_TYPE_CUBE_UV";break}return e}function ay(s){let e="ENVMAP_MODE_REFLECTION";if(s.envMap)switch(s.envMapMode){case qi:e="ENVMAP_MODE_REFRACTION";break}return e}function ly(s){let e="ENVMAP_BLENDING_NONE";if(s.envMap)switch(s.combine){case sa:e="ENVMAP_BLENDING_MULTIPLY";break;case Sd:e="ENVMAP_BLENDING_MIX";break;case Ed:e="ENVMAP_BLENDING_ADD";break}return e}function cy(s){let e=s.envMapCubeUVHeight;if(e===null)return null;let t=Math.log2(e)-2,n=1/e;return{texelWidth:1/(3*Math.max(Math.pow(2,t),112)),texelHeight:n,maxMip:t}}function hy(s,e,t,n){let i=s.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=ry(t),c=oy(t),h=ay(t),u=ly(t),d=cy(t),f=Z_(t),g=J_(r),x=i.createProgram(),m,p,w=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g].filter(Wr).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g].filter(Wr).join(`
`),p.length>0&&(p+=`
`)):(m=[gf(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",t.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Wr).join(`
`),p=[gf(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,g,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",d?"#define CUBEUV_TEXEL_WIDTH "+d.texelWidth:"",d?"#define CUBEUV_TEXEL_HEIGHT "+d.texelHeight:"",d?"#define CUBEUV_MAX_MIP "+d.maxMip+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor||t.batchingColor?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",t.reversedDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==Qn?"#define TONE_MAPPING":"",t.toneMapping!==Qn?Fe.tonemapping_pars_fragment:"",t.toneMapping!==Qn?Y_("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Fe.colorspace_pars_fragment,$_("linearToOutputTexel",t.outputColorSpace),K_(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Wr).join(`
`)),o=th(o),o=ff(o,t),o=pf(o,t),a=th(a),a=ff(a,t),a=pf(a,t),o=mf(o),a=mf(a),t.isRawShaderMaterial!==!0&&(w=`#version 300 es
`,m=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",t.glslVersion===kc?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===kc?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let v=w+m+o,_=w+p+a,A=hf(i,i.VERTEX_SHADER,v),T=hf(i,i.FRAGMENT_SHADER,_);i.attachShader(x,A),i.attachShader(x,T),t.index0AttributeName!==void 0?i.bindAttribLocation(x,0,t.index0AttributeName):t.morphTargets===!0&&i.bindAttribLocation(x,0,"position"),i.linkProgram(x);function C(I){if(s.debug.checkShaderErrors){let H=i.getProgramInfoLog(x)||"",G=i.getShaderInfoLog(A)||"",V=i.getShaderInfoLog(T)||"",K=H.trim(),q=G.trim(),ne=V.trim(),W=!0,le=!0;if(i.getProgramParameter(x,i.LINK_STATUS)===!1)if(W=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,x,A,T);else{let fe=df(i,A,"vertex"),Se=df(i,T,"fragment");console.error("THREE.WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(x,i.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+K+`
`+fe+`
`+Se)}else K!==""?console.warn("THREE.WebGLProgram: Program Info Log:",K):(q===""||ne==="")&&(le=!1);le&&(I.diagnostics={runnable:W,programLog:K,vertexShader:{log:q,prefix:m},fragmentShader:{log:ne,prefix:p}})}i.deleteShader(A),i.deleteShader(T),L=new Vs(i,x),M=Q_(i,x)}let L;this.getUniforms=function(){return L===void 0&&C(this),L};let M;this.getAttributes=function(){return M===void 0&&C(this),M};let S=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return S===!1&&(S=i.getProgramParameter(x,W_)),S},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(x),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=X_++,this.cacheKey=e,this.usedTimes=1,this.program=x,this.vertexShader=A,this.fragmentShader=T,this}var uy=0,nh=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e){let t=e.vertexShader,n=e.fragmentShader,i=this._getShaderStage(t),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(e);return o.has(i)===!1&&(o.add(i),i.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderID(e){return this._getShaderStage(e.vertexShader).id}getFragmentShaderID(e){return this._getShaderStage(e.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new ih(e),t.set(e,n)),n}},ih=class{constructor(e){this.id=uy++,this.code=e,this.usedTimes=0}};function dy(s,e,t,n,i,r,o){let a=new Es,l=new nh,c=new Set,h=[],u=i.logarithmicDepthBuffer,d=i.vertexTextures,f=i.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function x(M){return c.add(M),M===0?"uv":`uv${M}`}function m(M,S,I,H,G){let V=H.fog,K=G.geometry,q=M.isMeshStandardMaterial?H.environment:null,ne=(M.isMeshStandardMaterial?t:e).get(M.envMap||q),W=ne&&ne.mapping===Fr?ne.image.height:null,le=g[M.type];M.precision!==null&&(f=i.getMaxPrecision(M.precision),f!==M.precision&&console.warn("THREE.WebGLProgram.getParameters:",M.precision,"not supported, using",f,"instead."));let fe=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,Se=fe!==void 0?fe.length:0,He=0;K.morphAttributes.position!==void 0&&(He=1),K.morphAttributes.normal!==void 0&&(He=2),K.morphAttributes.color!==void 0&&(He=3);let ft,st,$,ce;if(le){let et=Dn[le];ft=et.vertexShader,st=et.fragmentShader}else ft=M.vertexShader,st=M.fragmentShader,l.update(M),$=l.getVertexShaderID(M),ce=l.getFragmentShaderID(M);let se=s.getRenderTarget(),Re=s.state.buffers.depth.getReversed(),Ce=G.isInstancedMesh===!0,Ue=G.isBatchedMesh===!0,yt=!!M.map,Ye=!!M.matcap,P=!!ne,at=!!M.aoMap,Te=!!M.lightMap,Qe=!!M.bumpMap,Me=!!M.normalMap,pt=!!M.displacementMap,ge=!!M.emissiveMap,Ve=!!M.metalnessMap,Rt=!!M.roughnessMap,vt=M.anisotropy>0,E=M.clearcoat>0,y=M.dispersion>0,k=M.iridescence>0,j=M.sheen>0,Z=M.transmission>0,X=vt&&!!M.anisotropyMap,we=E&&!!M.clearcoatMap,ie=E&&!!M.clearcoatNormalMap,ye=E&&!!M.clearcoatRoughnessMap,ve=k&&!!M.iridescenceMap,ee=k&&!!M.iridescenceThicknessMap,de=j&&!!M.sheenColorMap,Le=j&&!!M.sheenRoughnessMap,be=!!M.specularMap,he=!!M.specularColorMap,ze=!!M.specularIntensityMap,D=Z&&!!M.transmissionMap,te=Z&&!!M.thicknessMap,re=!!M.gradientMap,me=!!M.alphaMap,J=M.alphaTest>0,Y=!!M.alphaHash,_e=!!M.extensions,Oe=Qn;M.toneMapped&&(se===null||se.isXRRenderTarget===!0)&&(Oe=s.toneMapping);let lt={shaderID:le,shaderType:M.type,shaderName:M.name,vertexShader:ft,fragmentShader:st,defines:M.defines,customVertexShaderID:$,customFragmentShaderID:ce,isRawShaderMaterial:M.isRawShaderMaterial===!0,glslVersion:M.glslVersion,precision:f,batching:Ue,batchingColor:Ue&&G._colorsTexture!==null,instancing:Ce,instancingColor:Ce&&G.instanceColor!==null,instancingMorph:Ce&&G.morphTexture!==null,supportsVertexTextures:d,outputColorSpace:se===null?s.outputColorSpace:se.isXRRenderTarget===!0?se.texture.colorSpace:Pt,alphaToCoverage:!!M.alphaToCoverage,map:yt,matcap:Ye,envMap:P,envMapMode:P&&ne.mapping,envMapCubeUVHeight:W,aoMap:at,lightMap:Te,bumpMap:Qe,normalMap:Me,displacementMap:d&&pt,emissiveMap:ge,normalMapObjectSpace:Me&&M.normalMapType===Od,normalMapTangentSpace:Me&&M.normalMapType===Va,metalnessMap:Ve,roughnessMap:Rt,anisotropy:vt,anisotropyMap:X,clearcoat:E,clearcoatMap:we,clearcoatNormalMap:ie,clearcoatRoughnessMap:ye,dispersion:y,iridescence:k,iridescenceMap:ve,iridescenceThicknessMap:ee,sheen:j,sheenColorMap:de,sheenRoughnessMap:Le,specularMap:be,specularColorMap:he,specularIntensityMap:ze,transmission:Z,transmissionMap:D,thicknessMap:te,gradientMap:re,opaque:M.transparent===!1&&M.blending===Li&&M.alphaToCoverage===!1,alphaMap:me,alphaTest:J,alphaHash:Y,combine:M.combine,mapUv:yt&&x(M.map.channel),aoMapUv:at&&x(M.aoMap.channel),lightMapUv:Te&&x(M.lightMap.channel),bumpMapUv:Qe&&x(M.bumpMap.channel),normalMapUv:Me&&x(M.normalMap.channel),displacementMapUv:pt&&x(M.displacementMap.channel),emissiveMapUv:ge&&x(M.emissiveMap.channel),metalnessMapUv:Ve&&x(M.metalnessMap.channel),roughnessMapUv:Rt&&x(M.roughnessMap.channel),anisotropyMapUv:X&&x(M.anisotropyMap.channel),clearcoatMapUv:we&&x(M.clearcoatMap.channel),clearcoatNormalMapUv:ie&&x(M.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:ye&&x(M.clearcoatRoughnessMap.channel),iridescenceMapUv:ve&&x(M.iridescenceMap.channel),iridescenceThicknessMapUv:ee&&x(M.iridescenceThicknessMap.channel),sheenColorMapUv:de&&x(M.sheenColorMap.channel),sheenRoughnessMapUv:Le&&x(M.sheenRoughnessMap.channel),specularMapUv:be&&x(M.specularMap.channel),specularColorMapUv:he&&x(M.specularColorMap.channel),specularIntensityMapUv:ze&&x(M.specularIntensityMap.channel),transmissionMapUv:D&&x(M.transmissionMap.channel),thicknessMapUv:te&&x(M.thicknessMap.channel),alphaMapUv:me&&x(M.alphaMap.channel),vertexTangents:!!K.attributes.tangent&&(Me||vt),vertexColors:M.vertexColors,vertexAlphas:M.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,pointsUvs:G.isPoints===!0&&!!K.attributes.uv&&(yt||me),fog:!!V,useFog:M.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:M.flatShading===!0&&M.wireframe===!1,sizeAttenuation:M.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Re,skinning:G.isSkinnedMesh===!0,morphTargets:K.morphAttributes.position!==void 0,morphNormals:K.morphAttributes.normal!==void 0,morphColors:K.morphAttributes.color!==void 0,morphTargetsCount:Se,morphTextureStride:He,numDirLights:S.directional.length,numPointLights:S.point.length,numSpotLights:S.spot.length,numSpotLightMaps:S.spotLightMap.length,numRectAreaLights:S.rectArea.length,numHemiLights:S.hemi.length,numDirLightShadows:S.directionalShadowMap.length,numPointLightShadows:S.pointShadowMap.length,numSpotLightShadows:S.spotShadowMap.length,numSpotLightShadowsWithMaps:S.numSpotLightShadowsWithMaps,numLightProbes:S.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:M.dithering,shadowMapEnabled:s.shadowMap.enabled&&I.length>0,shadowMapType:s.shadowMap.type,toneMapping:Oe,decodeVideoTexture:yt&&M.map.isVideoTexture===!0&&je.getTransfer(M.map.colorSpace)===nt,decodeVideoTextureEmissive:ge&&M.emissiveMap.isVideoTexture===!0&&je.getTransfer(M.emissiveMap.colorSpace)===nt,premultipliedAlpha:M.premultipliedAlpha,doubleSided:M.side===Ht,flipSided:M.side===Dt,useDepthPacking:M.depthPacking>=0,depthPacking:M.depthPacking||0,index0AttributeName:M.index0AttributeName,extensionClipCullDistance:_e&&M.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(_e&&M.extensions.multiDraw===!0||Ue)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:M.customProgramCacheKey()};return lt.vertexUv1s=c.has(1),lt.vertexUv2s=c.has(2),lt.vertexUv3s=c.has(3),c.clear(),lt}function p(M){let S=[];if(M.shaderID?S.push(M.shaderID):(S.push(M.customVertexShaderID),S.push(M.customFragmentShaderID)),M.defines!==void 0)for(let I in M.defines)S.push(I),S.push(M.defines[I]);return M.isRawShaderMaterial===!1&&(w(S,M),v(S,M),S.push(s.outputColorSpace)),S.push(M.customProgramCacheKey),S.join()}function w(M,S){M.push(S.precision),M.push(S.outputColorSpace),M.push(S.envMapMode),M.push(S.envMapCubeUVHeight),M.push(S.mapUv),M.push(S.alphaMapUv),M.push(S.lightMapUv),M.push(S.aoMapUv),M.push(S.bumpMapUv),M.push(S.normalMapUv),M.push(S.displacementMapUv),M.push(S.emissiveMapUv),M.push(S.metalnessMapUv),M.push(S.roughnessMapUv),M.push(S.anisotropyMapUv),M.push(S.clearcoatMapUv),M.push(S.clearcoatNormalMapUv),M.push(S.clearcoatRoughnessMapUv),M.push(S.iridescenceMapUv),M.push(S.iridescenceThicknessMapUv),M.push(S.sheenColorMapUv),M.push(S.sheenRoughnessMapUv),M.push(S.specularMapUv),M.push(S.specularColorMapUv),M.push(S.specularIntensityMapUv),M.push(S.transmissionMapUv),M.push(S.thicknessMapUv),M.push(S.combine),M.push(S.fogExp2),M.push(S.sizeAttenuation),M.push(S.morphTargetsCount),M.push(S.morphAttributeCount),M.push(S.numDirLights),M.push(S.numPointLights),M.push(S.numSpotLights),M.push(S.numSpotLightMaps),M.push(S.numHemiLights),M.push(S.numRectAreaLights),M.push(S.numDirLightShadows),M.push(S.numPointLightShadows),M.push(S.numSpotLightShadows),M.push(S.numSpotLightShadowsWithMaps),M.push(S.numLightProbes),M.push(S.shadowMapType),M.push(S.toneMapping),M.push(S.numClippingPlanes),M.push(S.numClipIntersection),M.push(S.depthPacking)}function v(M,S){a.disableAll(),S.supportsVertexTextures&&a.enable(0),S.instancing&&a.enable(1),S.instancingColor&&a.enable(2),S.instancingMorph&&a.enable(3),S.matcap&&a.enable(4),S.envMap&&a.enable(5),S.normalMapObjectSpace&&a.enable(6),S.normalMapTangentSpace&&a.enable(7),S.clearcoat&&a.enable(8),S.iridescence&&a.enable(9),S.alphaTest&&a.enable(10),S.vertexColors&&a.enable(11),S.vertexAlphas&&a.enable(12),S.vertexUv1s&&a.enable(13),S.vertexUv2s&&a.enable(14),S.vertexUv3s&&a.enable(15),S.vertexTangents&&a.enable(16),S.anisotropy&&a.enable(17),S.alphaHash&&a.enable(18),S.batching&&a.enable(19),S.dispersion&&a.enable(20),S.batchingColor&&a.enable(21),S.gradientMap&&a.enable(22),M.push(a.mask),a.disableAll(),S.fog&&a.enable(0),S.useFog&&a.enable(1),S.flatShading&&a.enable(2),S.logarithmicDepthBuffer&&a.enable(3),S.reversedDepthBuffer&&a.enable(4),S.skinning&&a.enable(5),S.morphTargets&&a.enable(6),S.morphNormals&&a.enable(7),S.morphColors&&a.enable(8),S.premultipliedAlpha&&a.enable(9),S.shadowMapEnabled&&a.enable(10),S.doubleSided&&a.enable(11),S.flipSided&&a.enable(12),S.useDepthPacking&&a.enable(13),S.dithering&&a.enable(14),S.transmission&&a.enable(15),S.sheen&&a.enable(16),S.opaque&&a.enable(17),S.pointsUvs&&a.enable(18),S.decodeVideoTexture&&a.enable(19),S.decodeVideoTextureEmissive&&a.enable(20),S.alphaToCoverage&&a.enable(21),M.push(a.mask)}function _(M){let S=g[M.type],I;if(S){let H=Dn[S];I=jd.clone(H.uniforms)}else I=M.uniforms;return I}function A(M,S){let I;for(let H=0,G=h.length;H<G;H++){let V=h[H];if(V.cacheKey===S){I=V,++I.usedTimes;break}}return I===void 0&&(I=new hy(s,S,M,r),h.push(I)),I}function T(M){if(--M.usedTimes===0){let S=h.indexOf(M);h[S]=h[h.length-1],h.pop(),M.destroy()}}function C(M){l.remove(M)}function L(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:_,acquireProgram:A,releaseProgram:T,releaseShaderCache:C,programs:h,dispose:L}}function fy(){let s=new WeakMap;function e(o){return s.has(o)}function t(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:e,get:t,remove:n,update:i,dispose:r}}function py(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.material.id!==e.material.id?s.material.id-e.material.id:s.z!==e.z?s.z-e.z:s.id-e.id}function xf(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.z!==e.z?e.z-s.z:s.id-e.id}function _f(){let s=[],e=0,t=[],n=[],i=[];function r(){e=0,t.length=0,n.length=0,i.length=0}function o(u,d,f,g,x,m){let p=s[e];return p===void 0?(p={id:u.id,object:u,geometry:d,material:f,groupOrder:g,renderOrder:u.renderOrder,z:x,group:m},s[e]=p):(p.id=u.id,p.object=u,p.geometry=d,p.material=f,p.groupOrder=g,p.renderOrder=u.renderOrder,p.z=x,p.group=m),e++,p}function a(u,d,f,g,x,m){let p=o(u,d,f,g,x,m);f.transmission>0?n.push(p):f.transparent===!0?i.push(p):t.push(p)}function l(u,d,f,g,x,m){let p=o(u,d,f,g,x,m);f.transmission>0?n.unshift(p):f.transparent===!0?i.unshift(p):t.unshift(p)}function c(u,d){t.length>1&&t.sort(u||py),n.length>1&&n.sort(d||xf),i.length>1&&i.sort(d||xf)}function h(){for(let u=e,d=s.length;u<d;u++){let f=s[u];if(f.id===null)break;f.id=null,f.object=null,f.geometry=null,f.material=null,f.group=null}}return{opaque:t,transmissive:n,transparent:i,init:r,push:a,unshift:l,finish:h,sort:c}}function my(){let s=new WeakMap;function e(n,i){let r=s.get(n),o;return r===void 0?(o=new _f,s.set(n,[o])):i>=r.length?(o=new _f,r.push(o)):o=r[i],o}function t(){s=new WeakMap}return{get:e,dispose:t}}function gy(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"DirectionalLight":t={direction:new R,color:new ae};break;case"SpotLight":t={position:new R,direction:new R,color:new ae,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new R,color:new ae,distance:0,decay:0};break;case"HemisphereLight":t={direction:new R,skyColor:new ae,groundColor:new ae};break;case"RectAreaLight":t={color:new ae,position:new R,halfWidth:new R,halfHeight:new R};break}return s[e.id]=t,t}}}function xy(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ne};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ne};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ne,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[e.id]=t,t}}}var _y=0;function yy(s,e){return(e.castShadow?2:0)-(s.castShadow?2:0)+(e.map?1:0)-(s.map?1:0)}function vy(s){let e=new gy,t=xy(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new R);let i=new R,r=new Pe,o=new Pe;function a(c){let h=0,u=0,d=0;for(let M=0;M<9;M++)n.probe[M].set(0,0,0);let f=0,g=0,x=0,m=0,p=0,w=0,v=0,_=0,A=0,T=0,C=0;c.sort(yy);for(let M=0,S=c.length;M<S;M++){let I=c[M],H=I.color,G=I.intensity,V=I.distance,K=I.shadow&&I.shadow.map?I.shadow.map.texture:null;if(I.isAmbientLight)h+=H.r*G,u+=H.g*G,d+=H.b*G;else if(I.isLightProbe){for(let q=0;q<9;q++)n.probe[q].addScaledVector(I.sh.coefficients[q],G);C++}else if(I.isDirectionalLight){let q=e.get(I);if(q.color.copy(I.color).multiplyScalar(I.intensity),I.castShadow){let ne=I.shadow,W=t.get(I);W.shadowIntensity=ne.intensity,W.shadowBias=ne.bias,W.shadowNormalBias=ne.normalBias,W.shadowRadius=ne.radius,W.shadowMapSize=ne.mapSize,n.directionalShadow[f]=W,n.directionalShadowMap[f]=K,n.directionalShadowMatrix[f]=I.shadow.matrix,w++}n.directional[f]=q,f++}else if(I.isSpotLight){let q=e.get(I);q.position.setFromMatrixPosition(I.matrixWorld),q.color.copy(H).multiplyScalar(G),q.distance=V,q.coneCos=Math.cos(I.angle),q.penumbraCos=Math.cos(I.angle*(1-I.penumbra)),q.decay=I.decay,n.spot[x]=q;let ne=I.shadow;if(I.map&&(n.spotLightMap[A]=I.map,A++,ne.updateMatrices(I),I.castShadow&&T++),n.spotLightMatrix[x]=ne.matrix,I.castShadow){let W=t.get(I);W.shadowIntensity=ne.intensity,W.shadowBias=ne.bias,W.shadowNormalBias=ne.normalBias,W.shadowRadius=ne.radius,W.shadowMapSize=ne.mapSize,n.spotShadow[x]=W,n.spotShadowMap[x]=K,_++}x++}else if(I.isRectAreaLight){let q=e.get(I);q.color.copy(H).multiplyScalar(G),q.halfWidth.set(I.width*.5,0,0),q.halfHeight.set(0,I.height*.5,0),n.rectArea[m]=q,m++}else if(I.isPointLight){let q=e.get(I);if(q.color.copy(I.color).multiplyScalar(I.intensity),q.distance=I.distance,q.decay=I.decay,I.castShadow){let ne=I.shadow,W=t.get(I);W.shadowIntensity=ne.intensity,W.shadowBias=ne.bias,W.shadowNormalBias=ne.normalBias,W.shadowRadius=ne.radius,W.shadowMapSize=ne.mapSize,W.shadowCameraNear=ne.camera.near,W.shadowCameraFar=ne.camera.far,n.pointShadow[g]=W,n.pointShadowMap[g]=K,n.pointShadowMatrix[g]=I.shadow.matrix,v++}n.point[g]=q,g++}else if(I.isHemisphereLight){let q=e.get(I);q.skyColor.copy(I.color).multiplyScalar(G),q.groundColor.copy(I.groundColor).multiplyScalar(G),n.hemi[p]=q,p++}}m>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=oe.LTC_FLOAT_1,n.rectAreaLTC2=oe.LTC_FLOAT_2):(n.rectAreaLTC1=oe.LTC_HALF_1,n.rectAreaLTC2=oe.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.directionalLength!==f||L.pointLength!==g||L.spotLength!==x||L.rectAreaLength!==m||L.hemiLength!==p||L.numDirectionalShadows!==w||L.numPointShadows!==v||L.numSpotShadows!==_||L.numSpotMaps!==A||L.numLightProbes!==C)&&(n.directional.length=f,n.spot.length=x,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=w,n.directionalShadowMap.length=w,n.pointShadow.length=v,n.pointShadowMap.length=v,n.spotShadow.length=_,n.spotShadowMap.length=_,n.directionalShadowMatrix.length=w,n.pointShadowMatrix.length=v,n.spotLightMatrix.length=_+A-T,n.spotLightMap.length=A,n.numSpotLightShadowsWithMaps=T,n.numLightProbes=C,L.directionalLength=f,L.pointLength=g,L.spotLength=x,L.rectAreaLength=m,L.hemiLength=p,L.numDirectionalShadows=w,L.numPointShadows=v,L.numSpotShadows=_,L.numSpotMaps=A,L.numLightProbes=C,n.version=_y++)}function l(c,h){let u=0,d=0,f=0,g=0,x=0,m=h.matrixWorldInverse;for(let p=0,w=c.length;p<w;p++){let v=c[p];if(v.isDirectionalLight){let _=n.directional[u];_.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),_.direction.sub(i),_.direction.transformDirection(m),u++}else if(v.isSpotLight){let _=n.spot[f];_.position.setFromMatrixPosition(v.matrixWorld),_.position.applyMatrix4(m),_.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),_.direction.sub(i),_.direction.transformDirection(m),f++}else if(v.isRectAreaLight){let _=n.rectArea[g];_.position.setFromMatrixPosition(v.matrixWorld),_.position.applyMatrix4(m),o.identity(),r.copy(v.matrixWorld),r.premultiply(m),o.extractRotation(r),_.halfWidth.set(v.width*.5,0,0),_.halfHeight.set(0,v.height*.5,0),_.halfWidth.applyMatrix4(o),_.halfHeight.applyMatrix4(o),g++}else if(v.isPointLight){let _=n.point[d];_.position.setFromMatrixPosition(v.matrixWorld),_.position.applyMatrix4(m),d++}else if(v.isHemisphereLight){let _=n.hemi[x];_.direction.setFromMatrixPosition(v.matrixWorld),_.direction.transformDirection(m),x++}}}return{setup:a,setupView:l,state:n}}function yf(s){let e=new vy(s),t=[],n=[];function i(h){c.camera=h,t.length=0,n.length=0}function r(h){t.push(h)}function o(h){n.push(h)}function a(){e.setup(t)}function l(h){e.setupView(t,h)}let c={lightsArray:t,shadowsArray:n,camera:null,lights:e,transmissionRenderTarget:{}};return{init:i,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function by(s){let e=new WeakMap;function t(i,r=0){let o=e.get(i),a;return o===void 0?(a=new yf(s),e.set(i,[a])):r>=o.length?(a=new yf(s),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var wy=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,My=`uniform sampler2D shadow_pass;
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
}`;function Sy(s,e,t){let n=new Cs,i=new Ne,r=new Ne,o=new Je,a=new Ho({depthPacking:Ud}),l=new Vo,c={},h=t.maxTextureSize,u={[en]:Dt,[Dt]:en,[Ht]:Ht},d=new Bt({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ne},radius:{value:4}},vertexShader:wy,fragmentShader:My}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new $e;g.setAttribute("position",new ke(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new Ke(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Or;let p=this.type;this.render=function(T,C,L){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;let M=s.getRenderTarget(),S=s.getActiveCubeFace(),I=s.getActiveMipmapLevel(),H=s.state;H.setBlending(Jn),H.buffers.depth.getReversed()?H.buffers.color.setClear(0,0,0,0):H.buffers.color.setClear(1,1,1,1),H.buffers.depth.setTest(!0),H.setScissorTest(!1);let G=p!==Ln&&this.type===Ln,V=p===Ln&&this.type!==Ln;for(let K=0,q=T.length;K<q;K++){let ne=T[K],W=ne.shadow;if(W===void 0){console.warn("THREE.WebGLShadowMap:",ne,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;i.copy(W.mapSize);let le=W.getFrameExtents();if(i.multiply(le),r.copy(W.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/le.x),i.x=r.x*le.x,W.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/le.y),i.y=r.y*le.y,W.mapSize.y=r.y)),W.map===null||G===!0||V===!0){let Se=this.type!==Ln?{minFilter:It,magFilter:It}:{};W.map!==null&&W.map.dispose(),W.map=new An(i.x,i.y,Se),W.map.texture.name=ne.name+".shadowMap",W.camera.updateProjectionMatrix()}s.setRenderTarget(W.map),s.clear();let fe=W.getViewportCount();for(let Se=0;Se<fe;Se++){let He=W.getViewport(Se);o.set(r.x*He.x,r.y*He.y,r.x*He.z,r.y*He.w),H.viewport(o),W.updateMatrices(ne,Se),n=W.getFrustum(),_(C,L,W.camera,ne,this.type)}W.isPointLightShadow!==!0&&this.type===Ln&&w(W,L),W.needsUpdate=!1}p=this.type,m.needsUpdate=!1,s.setRenderTarget(M,S,I)};function w(T,C){let L=e.update(x);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null&&(T.mapPass=new An(i.x,i.y)),d.uniforms.shadow_pass.value=T.map.texture,d.uniforms.resolution.value=T.mapSize,d.uniforms.radius.value=T.radius,s.setRenderTarget(T.mapPass),s.clear(),s.renderBufferDirect(C,null,L,d,x,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value=T.mapSize,f.uniforms.radius.value=T.radius,s.setRenderTarget(T.map),s.clear(),s.renderBufferDirect(C,null,L,f,x,null)}function v(T,C,L,M){let S=null,I=L.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(I!==void 0)S=I;else if(S=L.isPointLight===!0?l:a,s.localClippingEnabled&&C.clipShadows===!0&&Array.isArray(C.clippingPlanes)&&C.clippingPlanes.length!==0||C.displacementMap&&C.displacementScale!==0||C.alphaMap&&C.alphaTest>0||C.map&&C.alphaTest>0||C.alphaToCoverage===!0){let H=S.uuid,G=C.uuid,V=c[H];V===void 0&&(V={},c[H]=V);let K=V[G];K===void 0&&(K=S.clone(),V[G]=K,C.addEventListener("dispose",A)),S=K}if(S.visible=C.visible,S.wireframe=C.wireframe,M===Ln?S.side=C.shadowSide!==null?C.shadowSide:C.side:S.side=C.shadowSide!==null?C.shadowSide:u[C.side],S.alphaMap=C.alphaMap,S.alphaTest=C.alphaToCoverage===!0?.5:C.alphaTest,S.map=C.map,S.clipShadows=C.clipShadows,S.clippingPlanes=C.clippingPlanes,S.clipIntersection=C.clipIntersection,S.displacementMap=C.displacementMap,S.displacementScale=C.displacementScale,S.displacementBias=C.displacementBias,S.wireframeLinewidth=C.wireframeLinewidth,S.linewidth=C.linewidth,L.isPointLight===!0&&S.isMeshDistanceMaterial===!0){let H=s.properties.get(S);H.light=L}return S}function _(T,C,L,M,S){if(T.visible===!1)return;if(T.layers.test(C.layers)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&S===Ln)&&(!T.frustumCulled||n.intersectsObject(T))){T.modelViewMatrix.multiplyMatrices(L.matrixWorldInverse,T.matrixWorld);let G=e.update(T),V=T.material;if(Array.isArray(V)){let K=G.groups;for(let q=0,ne=K.length;q<ne;q++){let W=K[q],le=V[W.materialIndex];if(le&&le.visible){let fe=v(T,le,M,S);T.onBeforeShadow(s,T,C,L,G,fe,W),s.renderBufferDirect(L,null,G,fe,T,W),T.onAfterShadow(s,T,C,L,G,fe,W)}}}else if(V.visible){let K=v(T,V,M,S);T.onBeforeShadow(s,T,C,L,G,K,null),s.renderBufferDirect(L,null,G,K,T,null),T.onAfterShadow(s,T,C,L,G,K,null)}}let H=T.children;for(let G=0,V=H.length;G<V;G++)_(H[G],C,L,M,S)}function A(T){T.target.removeEventListener("dispose",A);for(let L in c){let M=c[L],S=T.target.uuid;S in M&&(M[S].dispose(),delete M[S])}}}var Ey={[Zo]:Jo,[Qo]:na,[ea]:ia,[Di]:ta,[Jo]:Zo,[na]:Qo,[ia]:ea,[ta]:Di};function Ty(s,e){function t(){let D=!1,te=new Je,re=null,me=new Je(0,0,0,0);return{setMask:function(J){re!==J&&!D&&(s.colorMask(J,J,J,J),re=J)},setLocked:function(J){D=J},setClear:function(J,Y,_e,Oe,lt){lt===!0&&(J*=Oe,Y*=Oe,_e*=Oe),te.set(J,Y,_e,Oe),me.equals(te)===!1&&(s.clearColor(J,Y,_e,Oe),me.copy(te))},reset:function(){D=!1,re=null,me.set(-1,0,0,0)}}}function n(){let D=!1,te=!1,re=null,me=null,J=null;return{setReversed:function(Y){if(te!==Y){let _e=e.get("EXT_clip_control");Y?_e.clipControlEXT(_e.LOWER_LEFT_EXT,_e.ZERO_TO_ONE_EXT):_e.clipControlEXT(_e.LOWER_LEFT_EXT,_e.NEGATIVE_ONE_TO_ONE_EXT),te=Y;let Oe=J;J=null,this.setClear(Oe)}},getReversed:function(){return te},setTest:function(Y){Y?se(s.DEPTH_TEST):Re(s.DEPTH_TEST)},setMask:function(Y){re!==Y&&!D&&(s.depthMask(Y),re=Y)},setFunc:function(Y){if(te&&(Y=Ey[Y]),me!==Y){switch(Y){case Zo:s.depthFunc(s.NEVER);break;case Jo:s.depthFunc(s.ALWAYS);break;case Qo:s.depthFunc(s.LESS);break;case Di:s.depthFunc(s.LEQUAL);break;case ea:s.depthFunc(s.EQUAL);break;case ta:s.depthFunc(s.GEQUAL);break;case na:s.depthFunc(s.GREATER);break;case ia:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}me=Y}},setLocked:function(Y){D=Y},setClear:function(Y){J!==Y&&(te&&(Y=1-Y),s.clearDepth(Y),J=Y)},reset:function(){D=!1,re=null,me=null,J=null,te=!1}}}function i(){let D=!1,te=null,re=null,me=null,J=null,Y=null,_e=null,Oe=null,lt=null;return{setTest:function(et){D||(et?se(s.STENCIL_TEST):Re(s.STENCIL_TEST))},setMask:function(et){te!==et&&!D&&(s.stencilMask(et),te=et)},setFunc:function(et,On,Sn){(re!==et||me!==On||J!==Sn)&&(s.stencilFunc(et,On,Sn),re=et,me=On,J=Sn)},setOp:function(et,On,Sn){(Y!==et||_e!==On||Oe!==Sn)&&(s.stencilOp(et,On,Sn),Y=et,_e=On,Oe=Sn)},setLocked:function(et){D=et},setClear:function(et){lt!==et&&(s.clearStencil(et),lt=et)},reset:function(){D=!1,te=null,re=null,me=null,J=null,Y=null,_e=null,Oe=null,lt=null}}}let r=new t,o=new n,a=new i,l=new WeakMap,c=new WeakMap,h={},u={},d=new WeakMap,f=[],g=null,x=!1,m=null,p=null,w=null,v=null,_=null,A=null,T=null,C=new ae(0,0,0),L=0,M=!1,S=null,I=null,H=null,G=null,V=null,K=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),q=!1,ne=0,W=s.getParameter(s.VERSION);W.indexOf("WebGL")!==-1?(ne=parseFloat(/^WebGL (\d)/.exec(W)[1]),q=ne>=1):W.indexOf("OpenGL ES")!==-1&&(ne=parseFloat(/^OpenGL ES (\d)/.exec(W)[1]),q=ne>=2);let le=null,fe={},Se=s.getParameter(s.SCISSOR_BOX),He=s.getParameter(s.VIEWPORT),ft=new Je().fromArray(Se),st=new Je().fromArray(He);function $(D,te,re,me){let J=new Uint8Array(4),Y=s.createTexture();s.bindTexture(D,Y),s.texParameteri(D,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(D,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let _e=0;_e<re;_e++)D===s.TEXTURE_3D||D===s.TEXTURE_2D_ARRAY?s.texImage3D(te,0,s.RGBA,1,1,me,0,s.RGBA,s.UNSIGNED_BYTE,J):s.texImage2D(te+_e,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,J);return Y}let ce={};ce[s.TEXTURE_2D]=$(s.TEXTURE_2D,s.TEXTURE_2D,1),ce[s.TEXTURE_CUBE_MAP]=$(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),ce[s.TEXTURE_2D_ARRAY]=$(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),ce[s.TEXTURE_3D]=$(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),se(s.DEPTH_TEST),o.setFunc(Di),Qe(!1),Me(Sc),se(s.CULL_FACE),at(Jn);function se(D){h[D]!==!0&&(s.enable(D),h[D]=!0)}function Re(D){h[D]!==!1&&(s.disable(D),h[D]=!1)}function Ce(D,te){return u[D]!==te?(s.bindFramebuffer(D,te),u[D]=te,D===s.DRAW_FRAMEBUFFER&&(u[s.FRAMEBUFFER]=te),D===s.FRAMEBUFFER&&(u[s.DRAW_FRAMEBUFFER]=te),!0):!1}function Ue(D,te){let re=f,me=!1;if(D){re=d.get(te),re===void 0&&(re=[],d.set(te,re));let J=D.textures;if(re.length!==J.length||re[0]!==s.COLOR_ATTACHMENT0){for(let Y=0,_e=J.length;Y<_e;Y++)re[Y]=s.COLOR_ATTACHMENT0+Y;re.length=J.length,me=!0}}else re[0]!==s.BACK&&(re[0]=s.BACK,me=!0);me&&s.drawBuffers(re)}function yt(D){return g!==D?(s.useProgram(D),g=D,!0):!1}let Ye={[ui]:s.FUNC_ADD,[ad]:s.FUNC_SUBTRACT,[ld]:s.FUNC_REVERSE_SUBTRACT};Ye[cd]=s.MIN,Ye[hd]=s.MAX;let P={[ud]:s.ZERO,[dd]:s.ONE,[fd]:s.SRC_COLOR,[Io]:s.SRC_ALPHA,[yd]:s.SRC_ALPHA_SATURATE,[xd]:s.DST_COLOR,[md]:s.DST_ALPHA,[pd]:s.ONE_MINUS_SRC_COLOR,[Po]:s.ONE_MINUS_SRC_ALPHA,[_d]:s.ONE_MINUS_DST_COLOR,[gd]:s.ONE_MINUS_DST_ALPHA,[vd]:s.CONSTANT_COLOR,[bd]:s.ONE_MINUS_CONSTANT_COLOR,[wd]:s.CONSTANT_ALPHA,[Md]:s.ONE_MINUS_CONSTANT_ALPHA};function at(D,te,re,me,J,Y,_e,Oe,lt,et){if(D===Jn){x===!0&&(Re(s.BLEND),x=!1);return}if(x===!1&&(se(s.BLEND),x=!0),D!==od){if(D!==m||et!==M){if((p!==ui||_!==ui)&&(s.blendEquation(s.FUNC_ADD),p=ui,_=ui),et)switch(D){case Li:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Ec:s.blendFunc(s.ONE,s.ONE);break;case Tc:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case Ac:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:console.error("THREE.WebGLState: Invalid blending: ",D);break}else switch(D){case Li:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Ec:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case Tc:console.error("THREE.WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Ac:console.error("THREE.WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:console.error("THREE.WebGLState: Invalid blending: ",D);break}w=null,v=null,A=null,T=null,C.set(0,0,0),L=0,m=D,M=et}return}J=J||te,Y=Y||re,_e=_e||me,(te!==p||J!==_)&&(s.blendEquationSeparate(Ye[te],Ye[J]),p=te,_=J),(re!==w||me!==v||Y!==A||_e!==T)&&(s.blendFuncSeparate(P[re],P[me],P[Y],P[_e]),w=re,v=me,A=Y,T=_e),(Oe.equals(C)===!1||lt!==L)&&(s.blendColor(Oe.r,Oe.g,Oe.b,lt),C.copy(Oe),L=lt),m=D,M=!1}function Te(D,te){D.side===Ht?Re(s.CULL_FACE):se(s.CULL_FACE);let re=D.side===Dt;te&&(re=!re),Qe(re),D.blending===Li&&D.transparent===!1?at(Jn):at(D.blending,D.blendEquation,D.blendSrc,D.blendDst,D.blendEquationAlpha,D.blendSrcAlpha,D.blendDstAlpha,D.blendColor,D.blendAlpha,D.premultipliedAlpha),o.setFunc(D.depthFunc),o.setTest(D.depthTest),o.setMask(D.depthWrite),r.setMask(D.colorWrite);let me=D.stencilWrite;a.setTest(me),me&&(a.setMask(D.stencilWriteMask),a.setFunc(D.stencilFunc,D.stencilRef,D.stencilFuncMask),a.setOp(D.stencilFail,D.stencilZFail,D.stencilZPass)),ge(D.polygonOffset,D.polygonOffsetFactor,D.polygonOffsetUnits),D.alphaToCoverage===!0?se(s.SAMPLE_ALPHA_TO_COVERAGE):Re(s.SAMPLE_ALPHA_TO_COVERAGE)}function Qe(D){S!==D&&(D?s.frontFace(s.CW):s.frontFace(s.CCW),S=D)}function Me(D){D!==sd?(se(s.CULL_FACE),D!==I&&(D===Sc?s.cullFace(s.BACK):D===rd?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):Re(s.CULL_FACE),I=D}function pt(D){D!==H&&(q&&s.lineWidth(D),H=D)}function ge(D,te,re){D?(se(s.POLYGON_OFFSET_FILL),(G!==te||V!==re)&&(s.polygonOffset(te,re),G=te,V=re)):Re(s.POLYGON_OFFSET_FILL)}function Ve(D){D?se(s.SCISSOR_TEST):Re(s.SCISSOR_TEST)}function Rt(D){D===void 0&&(D=s.TEXTURE0+K-1),le!==D&&(s.activeTexture(D),le=D)}function vt(D,te,re){re===void 0&&(le===null?re=s.TEXTURE0+K-1:re=le);let me=fe[re];me===void 0&&(me={type:void 0,texture:void 0},fe[re]=me),(me.type!==D||me.texture!==te)&&(le!==re&&(s.activeTexture(re),le=re),s.bindTexture(D,te||ce[D]),me.type=D,me.texture=te)}function E(){let D=fe[le];D!==void 0&&D.type!==void 0&&(s.bindTexture(D.type,null),D.type=void 0,D.texture=void 0)}function y(){try{s.compressedTexImage2D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function k(){try{s.compressedTexImage3D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function j(){try{s.texSubImage2D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function Z(){try{s.texSubImage3D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function X(){try{s.compressedTexSubImage2D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function we(){try{s.compressedTexSubImage3D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function ie(){try{s.texStorage2D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function ye(){try{s.texStorage3D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function ve(){try{s.texImage2D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function ee(){try{s.texImage3D(...arguments)}catch(D){console.error("THREE.WebGLState:",D)}}function de(D){ft.equals(D)===!1&&(s.scissor(D.x,D.y,D.z,D.w),ft.copy(D))}function Le(D){st.equals(D)===!1&&(s.viewport(D.x,D.y,D.z,D.w),st.copy(D))}function be(D,te){let re=c.get(te);re===void 0&&(re=new WeakMap,c.set(te,re));let me=re.get(D);me===void 0&&(me=s.getUniformBlockIndex(te,D.name),re.set(D,me))}function he(D,te){let me=c.get(te).get(D);l.get(te)!==me&&(s.uniformBlockBinding(te,me,D.__bindingPointIndex),l.set(te,me))}function ze(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),h={},le=null,fe={},u={},d=new WeakMap,f=[],g=null,x=!1,m=null,p=null,w=null,v=null,_=null,A=null,T=null,C=new ae(0,0,0),L=0,M=!1,S=null,I=null,H=null,G=null,V=null,ft.set(0,0,s.canvas.width,s.canvas.height),st.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:se,disable:Re,bindFramebuffer:Ce,drawBuffers:Ue,useProgram:yt,setBlending:at,setMaterial:Te,setFlipSided:Qe,setCullFace:Me,setLineWidth:pt,setPolygonOffset:ge,setScissorTest:Ve,activeTexture:Rt,bindTexture:vt,unbindTexture:E,compressedTexImage2D:y,compressedTexImage3D:k,texImage2D:ve,texImage3D:ee,updateUBOMapping:be,uniformBlockBinding:he,texStorage2D:ie,texStorage3D:ye,texSubImage2D:j,texSubImage3D:Z,compressedTexSubImage2D:X,compressedTexSubImage3D:we,scissor:de,viewport:Le,reset:ze}}function Ay(s,e,t,n,i,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ne,h=new WeakMap,u,d=new WeakMap,f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(E,y){return f?new OffscreenCanvas(E,y):Ms("canvas")}function x(E,y,k){let j=1,Z=vt(E);if((Z.width>k||Z.height>k)&&(j=k/Math.max(Z.width,Z.height)),j<1)if(typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&E instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&E instanceof ImageBitmap||typeof VideoFrame<"u"&&E instanceof VideoFrame){let X=Math.floor(j*Z.width),we=Math.floor(j*Z.height);u===void 0&&(u=g(X,we));let ie=y?g(X,we):u;return ie.width=X,ie.height=we,ie.getContext("2d").drawImage(E,0,0,X,we),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+Z.width+"x"+Z.height+") to ("+X+"x"+we+")."),ie}else return"data"in E&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+Z.width+"x"+Z.height+")."),E;return E}function m(E){return E.generateMipmaps}function p(E){s.generateMipmap(E)}function w(E){return E.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:E.isWebGL3DRenderTarget?s.TEXTURE_3D:E.isWebGLArrayRenderTarget||E.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function v(E,y,k,j,Z=!1){if(E!==null){if(s[E]!==void 0)return s[E];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+E+"'")}let X=y;if(y===s.RED&&(k===s.FLOAT&&(X=s.R32F),k===s.HALF_FLOAT&&(X=s.R16F),k===s.UNSIGNED_BYTE&&(X=s.R8)),y===s.RED_INTEGER&&(k===s.UNSIGNED_BYTE&&(X=s.R8UI),k===s.UNSIGNED_SHORT&&(X=s.R16UI),k===s.UNSIGNED_INT&&(X=s.R32UI),k===s.BYTE&&(X=s.R8I),k===s.SHORT&&(X=s.R16I),k===s.INT&&(X=s.R32I)),y===s.RG&&(k===s.FLOAT&&(X=s.RG32F),k===s.HALF_FLOAT&&(X=s.RG16F),k===s.UNSIGNED_BYTE&&(X=s.RG8)),y===s.RG_INTEGER&&(k===s.UNSIGNED_BYTE&&(X=s.RG8UI),k===s.UNSIGNED_SHORT&&(X=s.RG16UI),k===s.UNSIGNED_INT&&(X=s.RG32UI),k===s.BYTE&&(X=s.RG8I),k===s.SHORT&&(X=s.RG16I),k===s.INT&&(X=s.RG32I)),y===s.RGB_INTEGER&&(k===s.UNSIGNED_BYTE&&(X=s.RGB8UI),k===s.UNSIGNED_SHORT&&(X=s.RGB16UI),k===s.UNSIGNED_INT&&(X=s.RGB32UI),k===s.BYTE&&(X=s.RGB8I),k===s.SHORT&&(X=s.RGB16I),k===s.INT&&(X=s.RGB32I)),y===s.RGBA_INTEGER&&(k===s.UNSIGNED_BYTE&&(X=s.RGBA8UI),k===s.UNSIGNED_SHORT&&(X=s.RGBA16UI),k===s.UNSIGNED_INT&&(X=s.RGBA32UI),k===s.BYTE&&(X=s.RGBA8I),k===s.SHORT&&(X=s.RGBA16I),k===s.INT&&(X=s.RGBA32I)),y===s.RGB&&k===s.UNSIGNED_INT_5_9_9_9_REV&&(X=s.RGB9_E5),y===s.RGBA){let we=Z?fr:je.getTransfer(j);k===s.FLOAT&&(X=s.RGBA32F),k===s.HALF_FLOAT&&(X=s.RGBA16F),k===s.UNSIGNED_BYTE&&(X=we===nt?s.SRGB8_ALPHA8:s.RGBA8),k===s.UNSIGNED_SHORT_4_4_4_4&&(X=s.RGBA4),k===s.UNSIGNED_SHORT_5_5_5_1&&(X=s.RGB5_A1)}return(X===s.R16F||X===s.R32F||X===s.RG16F||X===s.RG32F||X===s.RGBA16F||X===s.RGBA32F)&&e.get("EXT_color_buffer_float"),X}function _(E,y){let k;return E?y===null||y===_i||y===Os?k=s.DEPTH24_STENCIL8:y===un?k=s.DEPTH32F_STENCIL8:y===Ns&&(k=s.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):y===null||y===_i||y===Os?k=s.DEPTH_COMPONENT24:y===un?k=s.DEPTH_COMPONENT32F:y===Ns&&(k=s.DEPTH_COMPONENT16),k}function A(E,y){return m(E)===!0||E.isFramebufferTexture&&E.minFilter!==It&&E.minFilter!==qt?Math.log2(Math.max(y.width,y.height))+1:E.mipmaps!==void 0&&E.mipmaps.length>0?E.mipmaps.length:E.isCompressedTexture&&Array.isArray(E.image)?y.mipmaps.length:1}function T(E){let y=E.target;y.removeEventListener("dispose",T),L(y),y.isVideoTexture&&h.delete(y)}function C(E){let y=E.target;y.removeEventListener("dispose",C),S(y)}function L(E){let y=n.get(E);if(y.__webglInit===void 0)return;let k=E.source,j=d.get(k);if(j){let Z=j[y.__cacheKey];Z.usedTimes--,Z.usedTimes===0&&M(E),Object.keys(j).length===0&&d.delete(k)}n.remove(E)}function M(E){let y=n.get(E);s.deleteTexture(y.__webglTexture);let k=E.source,j=d.get(k);delete j[y.__cacheKey],o.memory.textures--}function S(E){let y=n.get(E);if(E.depthTexture&&(E.depthTexture.dispose(),n.remove(E.depthTexture)),E.isWebGLCubeRenderTarget)for(let j=0;j<6;j++){if(Array.isArray(y.__webglFramebuffer[j]))for(let Z=0;Z<y.__webglFramebuffer[j].length;Z++)s.deleteFramebuffer(y.__webglFramebuffer[j][Z]);else s.deleteFramebuffer(y.__webglFramebuffer[j]);y.__webglDepthbuffer&&s.deleteRenderbuffer(y.__webglDepthbuffer[j])}else{if(Array.isArray(y.__webglFramebuffer))for(let j=0;j<y.__webglFramebuffer.length;j++)s.deleteFramebuffer(y.__webglFramebuffer[j]);else s.deleteFramebuffer(y.__webglFramebuffer);if(y.__webglDepthbuffer&&s.deleteRenderbuffer(y.__webglDepthbuffer),y.__webglMultisampledFramebuffer&&s.deleteFramebuffer(y.__webglMultisampledFramebuffer),y.__webglColorRenderbuffer)for(let j=0;j<y.__webglColorRenderbuffer.length;j++)y.__webglColorRenderbuffer[j]&&s.deleteRenderbuffer(y.__webglColorRenderbuffer[j]);y.__webglDepthRenderbuffer&&s.deleteRenderbuffer(y.__webglDepthRenderbuffer)}let k=E.textures;for(let j=0,Z=k.length;j<Z;j++){let X=n.get(k[j]);X.__webglTexture&&(s.deleteTexture(X.__webglTexture),o.memory.textures--),n.remove(k[j])}n.remove(E)}let I=0;function H(){I=0}function G(){let E=I;return E>=i.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+E+" texture units while this GPU supports only "+i.maxTextures),I+=1,E}function V(E){let y=[];return y.push(E.wrapS),y.push(E.wrapT),y.push(E.wrapR||0),y.push(E.magFilter),y.push(E.minFilter),y.push(E.anisotropy),y.push(E.internalFormat),y.push(E.format),y.push(E.type),y.push(E.generateMipmaps),y.push(E.premultiplyAlpha),y.push(E.flipY),y.push(E.unpackAlignment),y.push(E.colorSpace),y.join()}function K(E,y){let k=n.get(E);if(E.isVideoTexture&&Ve(E),E.isRenderTargetTexture===!1&&E.isExternalTexture!==!0&&E.version>0&&k.__version!==E.version){let j=E.image;if(j===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(j.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{ce(k,E,y);return}}else E.isExternalTexture&&(k.__webglTexture=E.sourceTexture?E.sourceTexture:null);t.bindTexture(s.TEXTURE_2D,k.__webglTexture,s.TEXTURE0+y)}function q(E,y){let k=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&k.__version!==E.version){ce(k,E,y);return}t.bindTexture(s.TEXTURE_2D_ARRAY,k.__webglTexture,s.TEXTURE0+y)}function ne(E,y){let k=n.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&k.__version!==E.version){ce(k,E,y);return}t.bindTexture(s.TEXTURE_3D,k.__webglTexture,s.TEXTURE0+y)}function W(E,y){let k=n.get(E);if(E.version>0&&k.__version!==E.version){se(k,E,y);return}t.bindTexture(s.TEXTURE_CUBE_MAP,k.__webglTexture,s.TEXTURE0+y)}let le={[bn]:s.REPEAT,[En]:s.CLAMP_TO_EDGE,[bs]:s.MIRRORED_REPEAT},fe={[It]:s.NEAREST,[la]:s.NEAREST_MIPMAP_NEAREST,[ji]:s.NEAREST_MIPMAP_LINEAR,[qt]:s.LINEAR,[Ds]:s.LINEAR_MIPMAP_NEAREST,[wn]:s.LINEAR_MIPMAP_LINEAR},Se={[Fd]:s.NEVER,[Gd]:s.ALWAYS,[kd]:s.LESS,[Fc]:s.LEQUAL,[Bd]:s.EQUAL,[Vd]:s.GEQUAL,[zd]:s.GREATER,[Hd]:s.NOTEQUAL};function He(E,y){if(y.type===un&&e.has("OES_texture_float_linear")===!1&&(y.magFilter===qt||y.magFilter===Ds||y.magFilter===ji||y.magFilter===wn||y.minFilter===qt||y.minFilter===Ds||y.minFilter===ji||y.minFilter===wn)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(E,s.TEXTURE_WRAP_S,le[y.wrapS]),s.texParameteri(E,s.TEXTURE_WRAP_T,le[y.wrapT]),(E===s.TEXTURE_3D||E===s.TEXTURE_2D_ARRAY)&&s.texParameteri(E,s.TEXTURE_WRAP_R,le[y.wrapR]),s.texParameteri(E,s.TEXTURE_MAG_FILTER,fe[y.magFilter]),s.texParameteri(E,s.TEXTURE_MIN_FILTER,fe[y.minFilter]),y.compareFunction&&(s.texParameteri(E,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(E,s.TEXTURE_COMPARE_FUNC,Se[y.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(y.magFilter===It||y.minFilter!==ji&&y.minFilter!==wn||y.type===un&&e.has("OES_texture_float_linear")===!1)return;if(y.anisotropy>1||n.get(y).__currentAnisotropy){let k=e.get("EXT_texture_filter_anisotropic");s.texParameterf(E,k.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(y.anisotropy,i.getMaxAnisotropy())),n.get(y).__currentAnisotropy=y.anisotropy}}}function ft(E,y){let k=!1;E.__webglInit===void 0&&(E.__webglInit=!0,y.addEventListener("dispose",T));let j=y.source,Z=d.get(j);Z===void 0&&(Z={},d.set(j,Z));let X=V(y);if(X!==E.__cacheKey){Z[X]===void 0&&(Z[X]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,k=!0),Z[X].usedTimes++;let we=Z[E.__cacheKey];we!==void 0&&(Z[E.__cacheKey].usedTimes--,we.usedTimes===0&&M(y)),E.__cacheKey=X,E.__webglTexture=Z[X].texture}return k}function st(E,y,k){return Math.floor(Math.floor(E/k)/y)}function $(E,y,k,j){let X=E.updateRanges;if(X.length===0)t.texSubImage2D(s.TEXTURE_2D,0,0,0,y.width,y.height,k,j,y.data);else{X.sort((ee,de)=>ee.start-de.start);let we=0;for(let ee=1;ee<X.length;ee++){let de=X[we],Le=X[ee],be=de.start+de.count,he=st(Le.start,y.width,4),ze=st(de.start,y.width,4);Le.start<=be+1&&he===ze&&st(Le.start+Le.count-1,y.width,4)===he?de.count=Math.max(de.count,Le.start+Le.count-de.start):(++we,X[we]=Le)}X.length=we+1;let ie=s.getParameter(s.UNPACK_ROW_LENGTH),ye=s.getParameter(s.UNPACK_SKIP_PIXELS),ve=s.getParameter(s.UNPACK_SKIP_ROWS);s.pixelStorei(s.UNPACK_ROW_LENGTH,y.width);for(let ee=0,de=X.length;ee<de;ee++){let Le=X[ee],be=Math.floor(Le.start/4),he=Math.ceil(Le.count/4),ze=be%y.width,D=Math.floor(be/y.width),te=he,re=1;s.pixelStorei(s.UNPACK_SKIP_PIXELS,ze),s.pixelStorei(s.UNPACK_SKIP_ROWS,D),t.texSubImage2D(s.TEXTURE_2D,0,ze,D,te,re,k,j,y.data)}E.clearUpdateRanges(),s.pixelStorei(s.UNPACK_ROW_LENGTH,ie),s.pixelStorei(s.UNPACK_SKIP_PIXELS,ye),s.pixelStorei(s.UNPACK_SKIP_ROWS,ve)}}function ce(E,y,k){let j=s.TEXTURE_2D;(y.isDataArrayTexture||y.isCompressedArrayTexture)&&(j=s.TEXTURE_2D_ARRAY),y.isData3DTexture&&(j=s.TEXTURE_3D);let Z=ft(E,y),X=y.source;t.bindTexture(j,E.__webglTexture,s.TEXTURE0+k);let we=n.get(X);if(X.version!==we.__version||Z===!0){t.activeTexture(s.TEXTURE0+k);let ie=je.getPrimaries(je.workingColorSpace),ye=y.colorSpace===ei?null:je.getPrimaries(y.colorSpace),ve=y.colorSpace===ei||ie===ye?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,y.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,y.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,ve);let ee=x(y.image,!1,i.maxTextureSize);ee=Rt(y,ee);let de=r.convert(y.format,y.colorSpace),Le=r.convert(y.type),be=v(y.internalFormat,de,Le,y.colorSpace,y.isVideoTexture);He(j,y);let he,ze=y.mipmaps,D=y.isVideoTexture!==!0,te=we.__version===void 0||Z===!0,re=X.dataReady,me=A(y,ee);if(y.isDepthTexture)be=_(y.format===Fs,y.type),te&&(D?t.texStorage2D(s.TEXTURE_2D,1,be,ee.width,ee.height):t.texImage2D(s.TEXTURE_2D,0,be,ee.width,ee.height,0,de,Le,null));else if(y.isDataTexture)if(ze.length>0){D&&te&&t.texStorage2D(s.TEXTURE_2D,me,be,ze[0].width,ze[0].height);for(let J=0,Y=ze.length;J<Y;J++)he=ze[J],D?re&&t.texSubImage2D(s.TEXTURE_2D,J,0,0,he.width,he.height,de,Le,he.data):t.texImage2D(s.TEXTURE_2D,J,be,he.width,he.height,0,de,Le,he.data);y.generateMipmaps=!1}else D?(te&&t.texStorage2D(s.TEXTURE_2D,me,be,ee.width,ee.height),re&&$(y,ee,de,Le)):t.texImage2D(s.TEXTURE_2D,0,be,ee.width,ee.height,0,de,Le,ee.data);else if(y.isCompressedTexture)if(y.isCompressedArrayTexture){D&&te&&t.texStorage3D(s.TEXTURE_2D_ARRAY,me,be,ze[0].width,ze[0].height,ee.depth);for(let J=0,Y=ze.length;J<Y;J++)if(he=ze[J],y.format!==sn)if(de!==null)if(D){if(re)if(y.layerUpdates.size>0){let _e=Xc(he.width,he.height,y.format,y.type);for(let Oe of y.layerUpdates){let lt=he.data.subarray(Oe*_e/he.data.BYTES_PER_ELEMENT,(Oe+1)*_e/he.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,J,0,0,Oe,he.width,he.height,1,de,lt)}y.clearLayerUpdates()}else t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,J,0,0,0,he.width,he.height,ee.depth,de,he.data)}else t.compressedTexImage3D(s.TEXTURE_2D_ARRAY,J,be,he.width,he.height,ee.depth,0,he.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else D?re&&t.texSubImage3D(s.TEXTURE_2D_ARRAY,J,0,0,0,he.width,he.height,ee.depth,de,Le,he.data):t.texImage3D(s.TEXTURE_2D_ARRAY,J,be,he.width,he.height,ee.depth,0,de,Le,he.data)}else{D&&te&&t.texStorage2D(s.TEXTURE_2D,me,be,ze[0].width,ze[0].height);for(let J=0,Y=ze.length;J<Y;J++)he=ze[J],y.format!==sn?de!==null?D?re&&t.compressedTexSubImage2D(s.TEXTURE_2D,J,0,0,he.width,he.height,de,he.data):t.compressedTexImage2D(s.TEXTURE_2D,J,be,he.width,he.height,0,he.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):D?re&&t.texSubImage2D(s.TEXTURE_2D,J,0,0,he.width,he.height,de,Le,he.data):t.texImage2D(s.TEXTURE_2D,J,be,he.width,he.height,0,de,Le,he.data)}else if(y.isDataArrayTexture)if(D){if(te&&t.texStorage3D(s.TEXTURE_2D_ARRAY,me,be,ee.width,ee.height,ee.depth),re)if(y.layerUpdates.size>0){let J=Xc(ee.width,ee.height,y.format,y.type);for(let Y of y.layerUpdates){let _e=ee.data.subarray(Y*J/ee.data.BYTES_PER_ELEMENT,(Y+1)*J/ee.data.BYTES_PER_ELEMENT);t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Y,ee.width,ee.height,1,de,Le,_e)}y.clearLayerUpdates()}else t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,ee.width,ee.height,ee.depth,de,Le,ee.data)}else t.texImage3D(s.TEXTURE_2D_ARRAY,0,be,ee.width,ee.height,ee.depth,0,de,Le,ee.data);else if(y.isData3DTexture)D?(te&&t.texStorage3D(s.TEXTURE_3D,me,be,ee.width,ee.height,ee.depth),re&&t.texSubImage3D(s.TEXTURE_3D,0,0,0,0,ee.width,ee.height,ee.depth,de,Le,ee.data)):t.texImage3D(s.TEXTURE_3D,0,be,ee.width,ee.height,ee.depth,0,de,Le,ee.data);else if(y.isFramebufferTexture){if(te)if(D)t.texStorage2D(s.TEXTURE_2D,me,be,ee.width,ee.height);else{let J=ee.width,Y=ee.height;for(let _e=0;_e<me;_e++)t.texImage2D(s.TEXTURE_2D,_e,be,J,Y,0,de,Le,null),J>>=1,Y>>=1}}else if(ze.length>0){if(D&&te){let J=vt(ze[0]);t.texStorage2D(s.TEXTURE_2D,me,be,J.width,J.height)}for(let J=0,Y=ze.length;J<Y;J++)he=ze[J],D?re&&t.texSubImage2D(s.TEXTURE_2D,J,0,0,de,Le,he):t.texImage2D(s.TEXTURE_2D,J,be,de,Le,he);y.generateMipmaps=!1}else if(D){if(te){let J=vt(ee);t.texStorage2D(s.TEXTURE_2D,me,be,J.width,J.height)}re&&t.texSubImage2D(s.TEXTURE_2D,0,0,0,de,Le,ee)}else t.texImage2D(s.TEXTURE_2D,0,be,de,Le,ee);m(y)&&p(j),we.__version=X.version,y.onUpdate&&y.onUpdate(y)}E.__version=y.version}function se(E,y,k){if(y.image.length!==6)return;let j=ft(E,y),Z=y.source;t.bindTexture(s.TEXTURE_CUBE_MAP,E.__webglTexture,s.TEXTURE0+k);let X=n.get(Z);if(Z.version!==X.__version||j===!0){t.activeTexture(s.TEXTURE0+k);let we=je.getPrimaries(je.workingColorSpace),ie=y.colorSpace===ei?null:je.getPrimaries(y.colorSpace),ye=y.colorSpace===ei||we===ie?s.NONE:s.BROWSER_DEFAULT_WEBGL;s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,y.flipY),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),s.pixelStorei(s.UNPACK_ALIGNMENT,y.unpackAlignment),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,ye);let ve=y.isCompressedTexture||y.image[0].isCompressedTexture,ee=y.image[0]&&y.image[0].isDataTexture,de=[];for(let Y=0;Y<6;Y++)!ve&&!ee?de[Y]=x(y.image[Y],!0,i.maxCubemapSize):de[Y]=ee?y.image[Y].image:y.image[Y],de[Y]=Rt(y,de[Y]);let Le=de[0],be=r.convert(y.format,y.colorSpace),he=r.convert(y.type),ze=v(y.internalFormat,be,he,y.colorSpace),D=y.isVideoTexture!==!0,te=X.__version===void 0||j===!0,re=Z.dataReady,me=A(y,Le);He(s.TEXTURE_CUBE_MAP,y);let J;if(ve){D&&te&&t.texStorage2D(s.TEXTURE_CUBE_MAP,me,ze,Le.width,Le.height);for(let Y=0;Y<6;Y++){J=de[Y].mipmaps;for(let _e=0;_e<J.length;_e++){let Oe=J[_e];y.format!==sn?be!==null?D?re&&t.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e,0,0,Oe.width,Oe.height,be,Oe.data):t.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e,ze,Oe.width,Oe.height,0,Oe.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):D?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e,0,0,Oe.width,Oe.height,be,he,Oe.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e,ze,Oe.width,Oe.height,0,be,he,Oe.data)}}}else{if(J=y.mipmaps,D&&te){J.length>0&&me++;let Y=vt(de[0]);t.texStorage2D(s.TEXTURE_CUBE_MAP,me,ze,Y.width,Y.height)}for(let Y=0;Y<6;Y++)if(ee){D?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,0,0,0,de[Y].width,de[Y].height,be,he,de[Y].data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,0,ze,de[Y].width,de[Y].height,0,be,he,de[Y].data);for(let _e=0;_e<J.length;_e++){let lt=J[_e].image[Y].image;D?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e+1,0,0,lt.width,lt.height,be,he,lt.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e+1,ze,lt.width,lt.height,0,be,he,lt.data)}}else{D?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,0,0,0,be,he,de[Y]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,0,ze,be,he,de[Y]);for(let _e=0;_e<J.length;_e++){let Oe=J[_e];D?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e+1,0,0,be,he,Oe.image[Y]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Y,_e+1,ze,be,he,Oe.image[Y])}}}m(y)&&p(s.TEXTURE_CUBE_MAP),X.__version=Z.version,y.onUpdate&&y.onUpdate(y)}E.__version=y.version}function Re(E,y,k,j,Z,X){let we=r.convert(k.format,k.colorSpace),ie=r.convert(k.type),ye=v(k.internalFormat,we,ie,k.colorSpace),ve=n.get(y),ee=n.get(k);if(ee.__renderTarget=y,!ve.__hasExternalTextures){let de=Math.max(1,y.width>>X),Le=Math.max(1,y.height>>X);Z===s.TEXTURE_3D||Z===s.TEXTURE_2D_ARRAY?t.texImage3D(Z,X,ye,de,Le,y.depth,0,we,ie,null):t.texImage2D(Z,X,ye,de,Le,0,we,ie,null)}t.bindFramebuffer(s.FRAMEBUFFER,E),ge(y)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,j,Z,ee.__webglTexture,0,pt(y)):(Z===s.TEXTURE_2D||Z>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&Z<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,j,Z,ee.__webglTexture,X),t.bindFramebuffer(s.FRAMEBUFFER,null)}function Ce(E,y,k){if(s.bindRenderbuffer(s.RENDERBUFFER,E),y.depthBuffer){let j=y.depthTexture,Z=j&&j.isDepthTexture?j.type:null,X=_(y.stencilBuffer,Z),we=y.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ie=pt(y);ge(y)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,ie,X,y.width,y.height):k?s.renderbufferStorageMultisample(s.RENDERBUFFER,ie,X,y.width,y.height):s.renderbufferStorage(s.RENDERBUFFER,X,y.width,y.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,we,s.RENDERBUFFER,E)}else{let j=y.textures;for(let Z=0;Z<j.length;Z++){let X=j[Z],we=r.convert(X.format,X.colorSpace),ie=r.convert(X.type),ye=v(X.internalFormat,we,ie,X.colorSpace),ve=pt(y);k&&ge(y)===!1?s.renderbufferStorageMultisample(s.RENDERBUFFER,ve,ye,y.width,y.height):ge(y)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,ve,ye,y.width,y.height):s.renderbufferStorage(s.RENDERBUFFER,ye,y.width,y.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function Ue(E,y){if(y&&y.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(t.bindFramebuffer(s.FRAMEBUFFER,E),!(y.depthTexture&&y.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let j=n.get(y.depthTexture);j.__renderTarget=y,(!j.__webglTexture||y.depthTexture.image.width!==y.width||y.depthTexture.image.height!==y.height)&&(y.depthTexture.image.width=y.width,y.depthTexture.image.height=y.height,y.depthTexture.needsUpdate=!0),K(y.depthTexture,0);let Z=j.__webglTexture,X=pt(y);if(y.depthTexture.format===ws)ge(y)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,Z,0,X):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_ATTACHMENT,s.TEXTURE_2D,Z,0);else if(y.depthTexture.format===Fs)ge(y)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,Z,0,X):s.framebufferTexture2D(s.FRAMEBUFFER,s.DEPTH_STENCIL_ATTACHMENT,s.TEXTURE_2D,Z,0);else throw new Error("Unknown depthTexture format")}function yt(E){let y=n.get(E),k=E.isWebGLCubeRenderTarget===!0;if(y.__boundDepthTexture!==E.depthTexture){let j=E.depthTexture;if(y.__depthDisposeCallback&&y.__depthDisposeCallback(),j){let Z=()=>{delete y.__boundDepthTexture,delete y.__depthDisposeCallback,j.removeEventListener("dispose",Z)};j.addEventListener("dispose",Z),y.__depthDisposeCallback=Z}y.__boundDepthTexture=j}if(E.depthTexture&&!y.__autoAllocateDepthBuffer){if(k)throw new Error("target.depthTexture not supported in Cube render targets");let j=E.texture.mipmaps;j&&j.length>0?Ue(y.__webglFramebuffer[0],E):Ue(y.__webglFramebuffer,E)}else if(k){y.__webglDepthbuffer=[];for(let j=0;j<6;j++)if(t.bindFramebuffer(s.FRAMEBUFFER,y.__webglFramebuffer[j]),y.__webglDepthbuffer[j]===void 0)y.__webglDepthbuffer[j]=s.createRenderbuffer(),Ce(y.__webglDepthbuffer[j],E,!1);else{let Z=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,X=y.__webglDepthbuffer[j];s.bindRenderbuffer(s.RENDERBUFFER,X),s.framebufferRenderbuffer(s.FRAMEBUFFER,Z,s.RENDERBUFFER,X)}}else{let j=E.texture.mipmaps;if(j&&j.length>0?t.bindFramebuffer(s.FRAMEBUFFER,y.__webglFramebuffer[0]):t.bindFramebuffer(s.FRAMEBUFFER,y.__webglFramebuffer),y.__webglDepthbuffer===void 0)y.__webglDepthbuffer=s.createRenderbuffer(),Ce(y.__webglDepthbuffer,E,!1);else{let Z=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,X=y.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,X),s.framebufferRenderbuffer(s.FRAMEBUFFER,Z,s.RENDERBUFFER,X)}}t.bindFramebuffer(s.FRAMEBUFFER,null)}function Ye(E,y,k){let j=n.get(E);y!==void 0&&Re(j.__webglFramebuffer,E,E.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),k!==void 0&&yt(E)}function P(E){let y=E.texture,k=n.get(E),j=n.get(y);E.addEventListener("dispose",C);let Z=E.textures,X=E.isWebGLCubeRenderTarget===!0,we=Z.length>1;if(we||(j.__webglTexture===void 0&&(j.__webglTexture=s.createTexture()),j.__version=y.version,o.memory.textures++),X){k.__webglFramebuffer=[];for(let ie=0;ie<6;ie++)if(y.mipmaps&&y.mipmaps.length>0){k.__webglFramebuffer[ie]=[];for(let ye=0;ye<y.mipmaps.length;ye++)k.__webglFramebuffer[ie][ye]=s.createFramebuffer()}else k.__webglFramebuffer[ie]=s.createFramebuffer()}else{if(y.mipmaps&&y.mipmaps.length>0){k.__webglFramebuffer=[];for(let ie=0;ie<y.mipmaps.length;ie++)k.__webglFramebuffer[ie]=s.createFramebuffer()}else k.__webglFramebuffer=s.createFramebuffer();if(we)for(let ie=0,ye=Z.length;ie<ye;ie++){let ve=n.get(Z[ie]);ve.__webglTexture===void 0&&(ve.__webglTexture=s.createTexture(),o.memory.textures++)}if(E.samples>0&&ge(E)===!1){k.__webglMultisampledFramebuffer=s.createFramebuffer(),k.__webglColorRenderbuffer=[],t.bindFramebuffer(s.FRAMEBUFFER,k.__webglMultisampledFramebuffer);for(let ie=0;ie<Z.length;ie++){let ye=Z[ie];k.__webglColorRenderbuffer[ie]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,k.__webglColorRenderbuffer[ie]);let ve=r.convert(ye.format,ye.colorSpace),ee=r.convert(ye.type),de=v(ye.internalFormat,ve,ee,ye.colorSpace,E.isXRRenderTarget===!0),Le=pt(E);s.renderbufferStorageMultisample(s.RENDERBUFFER,Le,de,E.width,E.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ie,s.RENDERBUFFER,k.__webglColorRenderbuffer[ie])}s.bindRenderbuffer(s.RENDERBUFFER,null),E.depthBuffer&&(k.__webglDepthRenderbuffer=s.createRenderbuffer(),Ce(k.__webglDepthRenderbuffer,E,!0)),t.bindFramebuffer(s.FRAMEBUFFER,null)}}if(X){t.bindTexture(s.TEXTURE_CUBE_MAP,j.__webglTexture),He(s.TEXTURE_CUBE_MAP,y);for(let ie=0;ie<6;ie++)if(y.mipmaps&&y.mipmaps.length>0)for(let ye=0;ye<y.mipmaps.length;ye++)Re(k.__webglFramebuffer[ie][ye],E,y,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+ie,ye);else Re(k.__webglFramebuffer[ie],E,y,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+ie,0);m(y)&&p(s.TEXTURE_CUBE_MAP),t.unbindTexture()}else if(we){for(let ie=0,ye=Z.length;ie<ye;ie++){let ve=Z[ie],ee=n.get(ve),de=s.TEXTURE_2D;(E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(de=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(de,ee.__webglTexture),He(de,ve),Re(k.__webglFramebuffer,E,ve,s.COLOR_ATTACHMENT0+ie,de,0),m(ve)&&p(de)}t.unbindTexture()}else{let ie=s.TEXTURE_2D;if((E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(ie=E.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(ie,j.__webglTexture),He(ie,y),y.mipmaps&&y.mipmaps.length>0)for(let ye=0;ye<y.mipmaps.length;ye++)Re(k.__webglFramebuffer[ye],E,y,s.COLOR_ATTACHMENT0,ie,ye);else Re(k.__webglFramebuffer,E,y,s.COLOR_ATTACHMENT0,ie,0);m(y)&&p(ie),t.unbindTexture()}E.depthBuffer&&yt(E)}function at(E){let y=E.textures;for(let k=0,j=y.length;k<j;k++){let Z=y[k];if(m(Z)){let X=w(E),we=n.get(Z).__webglTexture;t.bindTexture(X,we),p(X),t.unbindTexture()}}}let Te=[],Qe=[];function Me(E){if(E.samples>0){if(ge(E)===!1){let y=E.textures,k=E.width,j=E.height,Z=s.COLOR_BUFFER_BIT,X=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,we=n.get(E),ie=y.length>1;if(ie)for(let ve=0;ve<y.length;ve++)t.bindFramebuffer(s.FRAMEBUFFER,we.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ve,s.RENDERBUFFER,null),t.bindFramebuffer(s.FRAMEBUFFER,we.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ve,s.TEXTURE_2D,null,0);t.bindFramebuffer(s.READ_FRAMEBUFFER,we.__webglMultisampledFramebuffer);let ye=E.texture.mipmaps;ye&&ye.length>0?t.bindFramebuffer(s.DRAW_FRAMEBUFFER,we.__webglFramebuffer[0]):t.bindFramebuffer(s.DRAW_FRAMEBUFFER,we.__webglFramebuffer);for(let ve=0;ve<y.length;ve++){if(E.resolveDepthBuffer&&(E.depthBuffer&&(Z|=s.DEPTH_BUFFER_BIT),E.stencilBuffer&&E.resolveStencilBuffer&&(Z|=s.STENCIL_BUFFER_BIT)),ie){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,we.__webglColorRenderbuffer[ve]);let ee=n.get(y[ve]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,ee,0)}s.blitFramebuffer(0,0,k,j,0,0,k,j,Z,s.NEAREST),l===!0&&(Te.length=0,Qe.length=0,Te.push(s.COLOR_ATTACHMENT0+ve),E.depthBuffer&&E.resolveDepthBuffer===!1&&(Te.push(X),Qe.push(X),s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,Qe)),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Te))}if(t.bindFramebuffer(s.READ_FRAMEBUFFER,null),t.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),ie)for(let ve=0;ve<y.length;ve++){t.bindFramebuffer(s.FRAMEBUFFER,we.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+ve,s.RENDERBUFFER,we.__webglColorRenderbuffer[ve]);let ee=n.get(y[ve]).__webglTexture;t.bindFramebuffer(s.FRAMEBUFFER,we.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+ve,s.TEXTURE_2D,ee,0)}t.bindFramebuffer(s.DRAW_FRAMEBUFFER,we.__webglMultisampledFramebuffer)}else if(E.depthBuffer&&E.resolveDepthBuffer===!1&&l){let y=E.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[y])}}}function pt(E){return Math.min(i.maxSamples,E.samples)}function ge(E){let y=n.get(E);return E.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&y.__useRenderToTexture!==!1}function Ve(E){let y=o.render.frame;h.get(E)!==y&&(h.set(E,y),E.update())}function Rt(E,y){let k=E.colorSpace,j=E.format,Z=E.type;return E.isCompressedTexture===!0||E.isVideoTexture===!0||k!==Pt&&k!==ei&&(je.getTransfer(k)===nt?(j!==sn||Z!==Mn)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",k)),y}function vt(E){return typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement?(c.width=E.naturalWidth||E.width,c.height=E.naturalHeight||E.height):typeof VideoFrame<"u"&&E instanceof VideoFrame?(c.width=E.displayWidth,c.height=E.displayHeight):(c.width=E.width,c.height=E.height),c}this.allocateTextureUnit=G,this.resetTextureUnits=H,this.setTexture2D=K,this.setTexture2DArray=q,this.setTexture3D=ne,this.setTextureCube=W,this.rebindTextures=Ye,this.setupRenderTarget=P,this.updateRenderTargetMipmap=at,this.updateMultisampleRenderTarget=Me,this.setupDepthRenderbuffer=yt,this.setupFrameBufferTexture=Re,this.useMultisampledRTT=ge}function Ry(s,e){function t(n,i=ei){let r,o=je.getTransfer(i);if(n===Mn)return s.UNSIGNED_BYTE;if(n===ha)return s.UNSIGNED_SHORT_4_4_4_4;if(n===ua)return s.UNSIGNED_SHORT_5_5_5_1;if(n===Pc)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===Cc)return s.BYTE;if(n===Ic)return s.SHORT;if(n===Ns)return s.UNSIGNED_SHORT;if(n===ca)return s.INT;if(n===_i)return s.UNSIGNED_INT;if(n===un)return s.FLOAT;if(n===Us)return s.HALF_FLOAT;if(n===Lc)return s.ALPHA;if(n===Dc)return s.RGB;if(n===sn)return s.RGBA;if(n===ws)return s.DEPTH_COMPONENT;if(n===Fs)return s.DEPTH_STENCIL;if(n===da)return s.RED;if(n===fa)return s.RED_INTEGER;if(n===Nc)return s.RG;if(n===pa)return s.RG_INTEGER;if(n===ma)return s.RGBA_INTEGER;if(n===kr||n===Br||n===zr||n===Hr)if(o===nt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===kr)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Br)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===zr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Hr)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===kr)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Br)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===zr)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Hr)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===ga||n===xa||n===_a||n===ya)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===ga)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===xa)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===_a)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===ya)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===va||n===ba||n===wa)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===va||n===ba)return o===nt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===wa)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Ma||n===Sa||n===Ea||n===Ta||n===Aa||n===Ra||n===Ca||n===Ia||n===Pa||n===La||n===Da||n===Na||n===Ua||n===Oa)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Ma)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Sa)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Ea)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Ta)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Aa)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Ra)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Ca)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Ia)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Pa)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===La)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Da)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Na)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Ua)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Oa)return o===nt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Vr||n===Fa||n===ka)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Vr)return o===nt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Fa)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===ka)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Uc||n===Ba||n===za||n===Ha)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Vr)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Ba)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===za)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Ha)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Os?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:t}}var qa=class extends Et{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}},Cy=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Iy=`
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

}`,sh=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new qa(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Bt({vertexShader:Cy,fragmentShader:Iy,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Ke(new Bi(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},rh=class extends Wn{constructor(e,t){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,g=null,x=new sh,m={},p=t.getContextAttributes(),w=null,v=null,_=[],A=[],T=new Ne,C=null,L=new Mt;L.viewport=new Je;let M=new Mt;M.viewport=new Je;let S=[L,M],I=new Yo,H=null,G=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function($){let ce=_[$];return ce===void 0&&(ce=new Ts,_[$]=ce),ce.getTargetRaySpace()},this.getControllerGrip=function($){let ce=_[$];return ce===void 0&&(ce=new Ts,_[$]=ce),ce.getGripSpace()},this.getHand=function($){let ce=_[$];return ce===void 0&&(ce=new Ts,_[$]=ce),ce.getHandSpace()};function V($){let ce=A.indexOf($.inputSource);if(ce===-1)return;let se=_[ce];se!==void 0&&(se.update($.inputSource,$.frame,c||o),se.dispatchEvent({type:$.type,data:$.inputSource}))}function K(){i.removeEventListener("select",V),i.removeEventListener("selectstart",V),i.removeEventListener("selectend",V),i.removeEventListener("squeeze",V),i.removeEventListener("squeezestart",V),i.removeEventListener("squeezeend",V),i.removeEventListener("end",K),i.removeEventListener("inputsourceschange",q);for(let $=0;$<_.length;$++){let ce=A[$];ce!==null&&(A[$]=null,_[$].disconnect(ce))}H=null,G=null,x.reset();for(let $ in m)delete m[$];e.setRenderTarget(w),f=null,d=null,u=null,i=null,v=null,st.stop(),n.isPresenting=!1,e.setPixelRatio(C),e.setSize(T.width,T.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function($){r=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function($){a=$,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function($){c=$},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u},this.getFrame=function(){return g},this.getSession=function(){return i},this.setSession=async function($){if(i=$,i!==null){if(w=e.getRenderTarget(),i.addEventListener("select",V),i.addEventListener("selectstart",V),i.addEventListener("selectend",V),i.addEventListener("squeeze",V),i.addEventListener("squeezestart",V),i.addEventListener("squeezeend",V),i.addEventListener("end",K),i.addEventListener("inputsourceschange",q),p.xrCompatible!==!0&&await t.makeXRCompatible(),C=e.getPixelRatio(),e.getSize(T),typeof XRWebGLBinding<"u"&&(u=new XRWebGLBinding(i,t)),u!==null&&"createProjectionLayer"in XRWebGLBinding.prototype){let se=null,Re=null,Ce=null;p.depth&&(Ce=p.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,se=p.stencil?Fs:ws,Re=p.stencil?Os:_i);let Ue={colorFormat:t.RGBA8,depthFormat:Ce,scaleFactor:r};d=u.createProjectionLayer(Ue),i.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),v=new An(d.textureWidth,d.textureHeight,{format:sn,type:Mn,depthTexture:new Er(d.textureWidth,d.textureHeight,Re,void 0,void 0,void 0,void 0,void 0,void 0,se),stencilBuffer:p.stencil,colorSpace:e.outputColorSpace,samples:p.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1})}else{let se={antialias:p.antialias,alpha:!0,depth:p.depth,stencil:p.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,t,se),i.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new An(f.framebufferWidth,f.framebufferHeight,{format:sn,type:Mn,colorSpace:e.outputColorSpace,stencilBuffer:p.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),st.setContext(i),st.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return x.getDepthTexture()};function q($){for(let ce=0;ce<$.removed.length;ce++){let se=$.removed[ce],Re=A.indexOf(se);Re>=0&&(A[Re]=null,_[Re].disconnect(se))}for(let ce=0;ce<$.added.length;ce++){let se=$.added[ce],Re=A.indexOf(se);if(Re===-1){for(let Ue=0;Ue<_.length;Ue++)if(Ue>=A.length){A.push(se),Re=Ue;break}else if(A[Ue]===null){A[Ue]=se,Re=Ue;break}if(Re===-1)break}let Ce=_[Re];Ce&&Ce.connect(se)}}let ne=new R,W=new R;function le($,ce,se){ne.setFromMatrixPosition(ce.matrixWorld),W.setFromMatrixPosition(se.matrixWorld);let Re=ne.distanceTo(W),Ce=ce.projectionMatrix.elements,Ue=se.projectionMatrix.elements,yt=Ce[14]/(Ce[10]-1),Ye=Ce[14]/(Ce[10]+1),P=(Ce[9]+1)/Ce[5],at=(Ce[9]-1)/Ce[5],Te=(Ce[8]-1)/Ce[0],Qe=(Ue[8]+1)/Ue[0],Me=yt*Te,pt=yt*Qe,ge=Re/(-Te+Qe),Ve=ge*-Te;if(ce.matrixWorld.decompose($.position,$.quaternion,$.scale),$.translateX(Ve),$.translateZ(ge),$.matrixWorld.compose($.position,$.quaternion,$.scale),$.matrixWorldInverse.copy($.matrixWorld).invert(),Ce[10]===-1)$.projectionMatrix.copy(ce.projectionMatrix),$.projectionMatrixInverse.copy(ce.projectionMatrixInverse);else{let Rt=yt+ge,vt=Ye+ge,E=Me-Ve,y=pt+(Re-Ve),k=P*Ye/vt*Rt,j=at*Ye/vt*Rt;$.projectionMatrix.makePerspective(E,y,k,j,Rt,vt),$.projectionMatrixInverse.copy($.projectionMatrix).invert()}}function fe($,ce){ce===null?$.matrixWorld.copy($.matrix):$.matrixWorld.multiplyMatrices(ce.matrixWorld,$.matrix),$.matrixWorldInverse.copy($.matrixWorld).invert()}this.updateCamera=function($){if(i===null)return;let ce=$.near,se=$.far;x.texture!==null&&(x.depthNear>0&&(ce=x.depthNear),x.depthFar>0&&(se=x.depthFar)),I.near=M.near=L.near=ce,I.far=M.far=L.far=se,(H!==I.near||G!==I.far)&&(i.updateRenderState({depthNear:I.near,depthFar:I.far}),H=I.near,G=I.far),I.layers.mask=$.layers.mask|6,L.layers.mask=I.layers.mask&3,M.layers.mask=I.layers.mask&5;let Re=$.parent,Ce=I.cameras;fe(I,Re);for(let Ue=0;Ue<Ce.length;Ue++)fe(Ce[Ue],Re);Ce.length===2?le(I,L,M):I.projectionMatrix.copy(L.projectionMatrix),Se($,I,Re)};function Se($,ce,se){se===null?$.matrix.copy(ce.matrixWorld):($.matrix.copy(se.matrixWorld),$.matrix.invert(),$.matrix.multiply(ce.matrixWorld)),$.matrix.decompose($.position,$.quaternion,$.scale),$.updateMatrixWorld(!0),$.projectionMatrix.copy(ce.projectionMatrix),$.projectionMatrixInverse.copy(ce.projectionMatrixInverse),$.isPerspectiveCamera&&($.fov=Oi*2*Math.atan(1/$.projectionMatrix.elements[5]),$.zoom=1)}this.getCamera=function(){return I},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function($){l=$,d!==null&&(d.fixedFoveation=$),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=$)},this.hasDepthSensing=function(){return x.texture!==null},this.getDepthSensingMesh=function(){return x.getMesh(I)},this.getCameraTexture=function($){return m[$]};let He=null;function ft($,ce){if(h=ce.getViewerPose(c||o),g=ce,h!==null){let se=h.views;f!==null&&(e.setRenderTargetFramebuffer(v,f.framebuffer),e.setRenderTarget(v));let Re=!1;se.length!==I.cameras.length&&(I.cameras.length=0,Re=!0);for(let Ye=0;Ye<se.length;Ye++){let P=se[Ye],at=null;if(f!==null)at=f.getViewport(P);else{let Qe=u.getViewSubImage(d,P);at=Qe.viewport,Ye===0&&(e.setRenderTargetTextures(v,Qe.colorTexture,Qe.depthStencilTexture),e.setRenderTarget(v))}let Te=S[Ye];Te===void 0&&(Te=new Mt,Te.layers.enable(Ye),Te.viewport=new Je,S[Ye]=Te),Te.matrix.fromArray(P.transform.matrix),Te.matrix.decompose(Te.position,Te.quaternion,Te.scale),Te.projectionMatrix.fromArray(P.projectionMatrix),Te.projectionMatrixInverse.copy(Te.projectionMatrix).invert(),Te.viewport.set(at.x,at.y,at.width,at.height),Ye===0&&(I.matrix.copy(Te.matrix),I.matrix.decompose(I.position,I.quaternion,I.scale)),Re===!0&&I.cameras.push(Te)}let Ce=i.enabledFeatures;if(Ce&&Ce.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&u){let Ye=u.getDepthInformation(se[0]);Ye&&Ye.isValid&&Ye.texture&&x.init(Ye,i.renderState)}if(Ce&&Ce.includes("camera-access")&&(e.state.unbindTexture(),u))for(let Ye=0;Ye<se.length;Ye++){let P=se[Ye].camera;if(P){let at=m[P];at||(at=new qa,m[P]=at);let Te=u.getCameraImage(P);at.sourceTexture=Te}}}for(let se=0;se<_.length;se++){let Re=A[se],Ce=_[se];Re!==null&&Ce!==void 0&&Ce.update(Re,ce,c||o)}He&&He($,ce),ce.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:ce}),g=null}let st=new vf;st.setAnimationLoop(ft),this.setAnimationLoop=function($){He=$},this.dispose=function(){}}},Ki=new hn,Py=new Pe;function Ly(s,e){function t(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,Vc(s)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function i(m,p,w,v,_){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,_)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),x(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,w,v):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,t(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Dt&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,t(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Dt&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,t(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,t(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let w=e.get(p),v=w.envMap,_=w.envMapRotation;v&&(m.envMap.value=v,Ki.copy(_),Ki.x*=-1,Ki.y*=-1,Ki.z*=-1,v.isCubeTexture&&v.isRenderTargetTexture===!1&&(Ki.y*=-1,Ki.z*=-1),m.envMapRotation.value.setFromMatrix4(Py.makeRotationFromEuler(Ki)),m.flipEnvMap.value=v.isCubeTexture&&v.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,w,v){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*w,m.scale.value=v*.5,p.map&&(m.map.value=p.map,t(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,w){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Dt&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=w.texture,m.transmissionSamplerSize.value.set(w.width,w.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function x(m,p){let w=e.get(p).light;m.referencePosition.value.setFromMatrixPosition(w.matrixWorld),m.nearDistance.value=w.shadow.camera.near,m.farDistance.value=w.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function Dy(s,e,t,n){let i={},r={},o=[],a=s.getParameter(s.MAX_UNIFORM_BUFFER_BINDINGS);function l(w,v){let _=v.program;n.uniformBlockBinding(w,_)}function c(w,v){let _=i[w.id];_===void 0&&(g(w),_=h(w),i[w.id]=_,w.addEventListener("dispose",m));let A=v.program;n.updateUBOMapping(w,A);let T=e.render.frame;r[w.id]!==T&&(d(w),r[w.id]=T)}function h(w){let v=u();w.__bindingPointIndex=v;let _=s.createBuffer(),A=w.__size,T=w.usage;return s.bindBuffer(s.UNIFORM_BUFFER,_),s.bufferData(s.UNIFORM_BUFFER,A,T),s.bindBuffer(s.UNIFORM_BUFFER,null),s.bindBufferBase(s.UNIFORM_BUFFER,v,_),_}function u(){for(let w=0;w<a;w++)if(o.indexOf(w)===-1)return o.push(w),w;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function d(w){let v=i[w.id],_=w.uniforms,A=w.__cache;s.bindBuffer(s.UNIFORM_BUFFER,v);for(let T=0,C=_.length;T<C;T++){let L=Array.isArray(_[T])?_[T]:[_[T]];for(let M=0,S=L.length;M<S;M++){let I=L[M];if(f(I,T,M,A)===!0){let H=I.__offset,G=Array.isArray(I.value)?I.value:[I.value],V=0;for(let K=0;K<G.length;K++){let q=G[K],ne=x(q);typeof q=="number"||typeof q=="boolean"?(I.__data[0]=q,s.bufferSubData(s.UNIFORM_BUFFER,H+V,I.__data)):q.isMatrix3?(I.__data[0]=q.elements[0],I.__data[1]=q.elements[1],I.__data[2]=q.elements[2],I.__data[3]=0,I.__data[4]=q.elements[3],I.__data[5]=q.elements[4],I.__data[6]=q.elements[5],I.__data[7]=0,I.__data[8]=q.elements[6],I.__data[9]=q.elements[7],I.__data[10]=q.elements[8],I.__data[11]=0):(q.toArray(I.__data,V),V+=ne.storage/Float32Array.BYTES_PER_ELEMENT)}s.bufferSubData(s.UNIFORM_BUFFER,H,I.__data)}}}s.bindBuffer(s.UNIFORM_BUFFER,null)}function f(w,v,_,A){let T=w.value,C=v+"_"+_;if(A[C]===void 0)return typeof T=="number"||typeof T=="boolean"?A[C]=T:A[C]=T.clone(),!0;{let L=A[C];if(typeof T=="number"||typeof T=="boolean"){if(L!==T)return A[C]=T,!0}else if(L.equals(T)===!1)return L.copy(T),!0}return!1}function g(w){let v=w.uniforms,_=0,A=16;for(let C=0,L=v.length;C<L;C++){let M=Array.isArray(v[C])?v[C]:[v[C]];for(let S=0,I=M.length;S<I;S++){let H=M[S],G=Array.isArray(H.value)?H.value:[H.value];for(let V=0,K=G.length;V<K;V++){let q=G[V],ne=x(q),W=_%A,le=W%ne.boundary,fe=W+le;_+=le,fe!==0&&A-fe<ne.storage&&(_+=A-fe),H.__data=new Float32Array(ne.storage/Float32Array.BYTES_PER_ELEMENT),H.__offset=_,_+=ne.storage}}}let T=_%A;return T>0&&(_+=A-T),w.__size=_,w.__cache={},this}function x(w){let v={boundary:0,storage:0};return typeof w=="number"||typeof w=="boolean"?(v.boundary=4,v.storage=4):w.isVector2?(v.boundary=8,v.storage=8):w.isVector3||w.isColor?(v.boundary=16,v.storage=12):w.isVector4?(v.boundary=16,v.storage=16):w.isMatrix3?(v.boundary=48,v.storage=48):w.isMatrix4?(v.boundary=64,v.storage=64):w.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",w),v}function m(w){let v=w.target;v.removeEventListener("dispose",m);let _=o.indexOf(v.__bindingPointIndex);o.splice(_,1),s.deleteBuffer(i[v.id]),delete i[v.id],delete r[v.id]}function p(){for(let w in i)s.deleteBuffer(i[w]);o=[],i={},r={}}return{bind:l,update:c,dispose:p}}var ja=class{constructor(e={}){let{canvas:t=Wd(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1}=e;this.isWebGLRenderer=!0;let f;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");f=n.getContextAttributes().alpha}else f=o;let g=new Uint32Array(4),x=new Int32Array(4),m=null,p=null,w=[],v=[];this.domElement=t,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Qn,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let _=this,A=!1;this._outputColorSpace=bt;let T=0,C=0,L=null,M=-1,S=null,I=new Je,H=new Je,G=null,V=new ae(0),K=0,q=t.width,ne=t.height,W=1,le=null,fe=null,Se=new Je(0,0,q,ne),He=new Je(0,0,q,ne),ft=!1,st=new Cs,$=!1,ce=!1,se=new Pe,Re=new R,Ce=new Je,Ue={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},yt=!1;function Ye(){return L===null?W:1}let P=n;function at(b,O){return t.getContext(b,O)}try{let b={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"179"}`),t.addEventListener("webglcontextlost",re,!1),t.addEventListener("webglcontextrestored",me,!1),t.addEventListener("webglcontextcreationerror",J,!1),P===null){let O="webgl2";if(P=at(O,b),P===null)throw at(O)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(b){throw console.error("THREE.WebGLRenderer: "+b.message),b}let Te,Qe,Me,pt,ge,Ve,Rt,vt,E,y,k,j,Z,X,we,ie,ye,ve,ee,de,Le,be,he,ze;function D(){Te=new Zx(P),Te.init(),be=new Ry(P,Te),Qe=new Wx(P,Te,e,be),Me=new Ty(P,Te),Qe.reversedDepthBuffer&&d&&Me.buffers.depth.setReversed(!0),pt=new e_(P),ge=new fy,Ve=new Ay(P,Te,Me,ge,Qe,be,pt),Rt=new qx(_),vt=new Kx(_),E=new og(P),he=new Vx(P,E),y=new Jx(P,E,pt,he),k=new n_(P,y,E,pt),ee=new t_(P,Qe,Ve),ie=new Xx(ge),j=new dy(_,Rt,vt,Te,Qe,he,ie),Z=new Ly(_,ge),X=new my,we=new by(Te),ve=new Hx(_,Rt,vt,Me,k,f,l),ye=new Sy(_,k,Qe),ze=new Dy(P,pt,Qe,Me),de=new Gx(P,Te,pt),Le=new Qx(P,Te,pt),pt.programs=j.programs,_.capabilities=Qe,_.extensions=Te,_.properties=ge,_.renderLists=X,_.shadowMap=ye,_.state=Me,_.info=pt}D();let te=new rh(_,P);this.xr=te,this.getContext=function(){return P},this.getContextAttributes=function(){return P.getContextAttributes()},this.forceContextLoss=function(){let b=Te.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=Te.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return W},this.setPixelRatio=function(b){b!==void 0&&(W=b,this.setSize(q,ne,!1))},this.getSize=function(b){return b.set(q,ne)},this.setSize=function(b,O,B=!0){if(te.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}q=b,ne=O,t.width=Math.floor(b*W),t.height=Math.floor(O*W),B===!0&&(t.style.width=b+"px",t.style.height=O+"px"),this.setViewport(0,0,b,O)},this.getDrawingBufferSize=function(b){return b.set(q*W,ne*W).floor()},this.setDrawingBufferSize=function(b,O,B){q=b,ne=O,W=B,t.width=Math.floor(b*B),t.height=Math.floor(O*B),this.setViewport(0,0,b,O)},this.getCurrentViewport=function(b){return b.copy(I)},this.getViewport=function(b){return b.copy(Se)},this.setViewport=function(b,O,B,z){b.isVector4?Se.set(b.x,b.y,b.z,b.w):Se.set(b,O,B,z),Me.viewport(I.copy(Se).multiplyScalar(W).round())},this.getScissor=function(b){return b.copy(He)},this.setScissor=function(b,O,B,z){b.isVector4?He.set(b.x,b.y,b.z,b.w):He.set(b,O,B,z),Me.scissor(H.copy(He).multiplyScalar(W).round())},this.getScissorTest=function(){return ft},this.setScissorTest=function(b){Me.setScissorTest(ft=b)},this.setOpaqueSort=function(b){le=b},this.setTransparentSort=function(b){fe=b},this.getClearColor=function(b){return b.copy(ve.getClearColor())},this.setClearColor=function(){ve.setClearColor(...arguments)},this.getClearAlpha=function(){return ve.getClearAlpha()},this.setClearAlpha=function(){ve.setClearAlpha(...arguments)},this.clear=function(b=!0,O=!0,B=!0){let z=0;if(b){let F=!1;if(L!==null){let Q=L.texture.format;F=Q===ma||Q===pa||Q===fa}if(F){let Q=L.texture.type,ue=Q===Mn||Q===_i||Q===Ns||Q===Os||Q===ha||Q===ua,xe=ve.getClearColor(),pe=ve.getClearAlpha(),Ie=xe.r,De=xe.g,Ee=xe.b;ue?(g[0]=Ie,g[1]=De,g[2]=Ee,g[3]=pe,P.clearBufferuiv(P.COLOR,0,g)):(x[0]=Ie,x[1]=De,x[2]=Ee,x[3]=pe,P.clearBufferiv(P.COLOR,0,x))}else z|=P.COLOR_BUFFER_BIT}O&&(z|=P.DEPTH_BUFFER_BIT),B&&(z|=P.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),P.clear(z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){t.removeEventListener("webglcontextlost",re,!1),t.removeEventListener("webglcontextrestored",me,!1),t.removeEventListener("webglcontextcreationerror",J,!1),ve.dispose(),X.dispose(),we.dispose(),ge.dispose(),Rt.dispose(),vt.dispose(),k.dispose(),he.dispose(),ze.dispose(),j.dispose(),te.dispose(),te.removeEventListener("sessionstart",Sn),te.removeEventListener("sessionend",au),wi.stop()};function re(b){b.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),A=!0}function me(){console.log("THREE.WebGLRenderer: Context Restored."),A=!1;let b=pt.autoReset,O=ye.enabled,B=ye.autoUpdate,z=ye.needsUpdate,F=ye.type;D(),pt.autoReset=b,ye.enabled=O,ye.autoUpdate=B,ye.needsUpdate=z,ye.type=F}function J(b){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function Y(b){let O=b.target;O.removeEventListener("dispose",Y),_e(O)}function _e(b){Oe(b),ge.remove(b)}function Oe(b){let O=ge.get(b).programs;O!==void 0&&(O.forEach(function(B){j.releaseProgram(B)}),b.isShaderMaterial&&j.releaseShaderCache(b))}this.renderBufferDirect=function(b,O,B,z,F,Q){O===null&&(O=Ue);let ue=F.isMesh&&F.matrixWorld.determinant()<0,xe=Up(b,O,B,z,F);Me.setMaterial(z,ue);let pe=B.index,Ie=1;if(z.wireframe===!0){if(pe=y.getWireframeAttribute(B),pe===void 0)return;Ie=2}let De=B.drawRange,Ee=B.attributes.position,qe=De.start*Ie,it=(De.start+De.count)*Ie;Q!==null&&(qe=Math.max(qe,Q.start*Ie),it=Math.min(it,(Q.start+Q.count)*Ie)),pe!==null?(qe=Math.max(qe,0),it=Math.min(it,pe.count)):Ee!=null&&(qe=Math.max(qe,0),it=Math.min(it,Ee.count));let _t=it-qe;if(_t<0||_t===1/0)return;he.setup(F,z,xe,B,pe);let ht,rt=de;if(pe!==null&&(ht=E.get(pe),rt=Le,rt.setIndex(ht)),F.isMesh)z.wireframe===!0?(Me.setLineWidth(z.wireframeLinewidth*Ye()),rt.setMode(P.LINES)):rt.setMode(P.TRIANGLES);else if(F.isLine){let Ae=z.linewidth;Ae===void 0&&(Ae=1),Me.setLineWidth(Ae*Ye()),F.isLineSegments?rt.setMode(P.LINES):F.isLineLoop?rt.setMode(P.LINE_LOOP):rt.setMode(P.LINE_STRIP)}else F.isPoints?rt.setMode(P.POINTS):F.isSprite&&rt.setMode(P.TRIANGLES);if(F.isBatchedMesh)if(F._multiDrawInstances!==null)Fi("THREE.WebGLRenderer: renderMultiDrawInstances has been deprecated and will be removed in r184. Append to renderMultiDraw arguments and use indirection."),rt.renderMultiDrawInstances(F._multiDrawStarts,F._multiDrawCounts,F._multiDrawCount,F._multiDrawInstances);else if(Te.get("WEBGL_multi_draw"))rt.renderMultiDraw(F._multiDrawStarts,F._multiDrawCounts,F._multiDrawCount);else{let Ae=F._multiDrawStarts,gt=F._multiDrawCounts,Ze=F._multiDrawCount,Kt=pe?E.get(pe).bytesPerElement:1,ss=ge.get(z).currentProgram.getUniforms();for(let Zt=0;Zt<Ze;Zt++)ss.setValue(P,"_gl_DrawID",Zt),rt.render(Ae[Zt]/Kt,gt[Zt])}else if(F.isInstancedMesh)rt.renderInstances(qe,_t,F.count);else if(B.isInstancedBufferGeometry){let Ae=B._maxInstanceCount!==void 0?B._maxInstanceCount:1/0,gt=Math.min(B.instanceCount,Ae);rt.renderInstances(qe,_t,gt)}else rt.render(qe,_t)};function lt(b,O,B){b.transparent===!0&&b.side===Ht&&b.forceSinglePass===!1?(b.side=Dt,b.needsUpdate=!0,Zr(b,O,B),b.side=en,b.needsUpdate=!0,Zr(b,O,B),b.side=Ht):Zr(b,O,B)}this.compile=function(b,O,B=null){B===null&&(B=b),p=we.get(B),p.init(O),v.push(p),B.traverseVisible(function(F){F.isLight&&F.layers.test(O.layers)&&(p.pushLight(F),F.castShadow&&p.pushShadow(F))}),b!==B&&b.traverseVisible(function(F){F.isLight&&F.layers.test(O.layers)&&(p.pushLight(F),F.castShadow&&p.pushShadow(F))}),p.setupLights();let z=new Set;return b.traverse(function(F){if(!(F.isMesh||F.isPoints||F.isLine||F.isSprite))return;let Q=F.material;if(Q)if(Array.isArray(Q))for(let ue=0;ue<Q.length;ue++){let xe=Q[ue];lt(xe,B,F),z.add(xe)}else lt(Q,B,F),z.add(Q)}),p=v.pop(),z},this.compileAsync=function(b,O,B=null){let z=this.compile(b,O,B);return new Promise(F=>{function Q(){if(z.forEach(function(ue){ge.get(ue).currentProgram.isReady()&&z.delete(ue)}),z.size===0){F(b);return}setTimeout(Q,10)}Te.get("KHR_parallel_shader_compile")!==null?Q():setTimeout(Q,10)})};let et=null;function On(b){et&&et(b)}function Sn(){wi.stop()}function au(){wi.start()}let wi=new vf;wi.setAnimationLoop(On),typeof self<"u"&&wi.setContext(self),this.setAnimationLoop=function(b){et=b,te.setAnimationLoop(b),b===null?wi.stop():wi.start()},te.addEventListener("sessionstart",Sn),te.addEventListener("sessionend",au),this.render=function(b,O){if(O!==void 0&&O.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(A===!0)return;if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),O.parent===null&&O.matrixWorldAutoUpdate===!0&&O.updateMatrixWorld(),te.enabled===!0&&te.isPresenting===!0&&(te.cameraAutoUpdate===!0&&te.updateCamera(O),O=te.getCamera()),b.isScene===!0&&b.onBeforeRender(_,b,O,L),p=we.get(b,v.length),p.init(O),v.push(p),se.multiplyMatrices(O.projectionMatrix,O.matrixWorldInverse),st.setFromProjectionMatrix(se,yn,O.reversedDepth),ce=this.localClippingEnabled,$=ie.init(this.clippingPlanes,ce),m=X.get(b,w.length),m.init(),w.push(m),te.enabled===!0&&te.isPresenting===!0){let Q=_.xr.getDepthSensingMesh();Q!==null&&Ll(Q,O,-1/0,_.sortObjects)}Ll(b,O,0,_.sortObjects),m.finish(),_.sortObjects===!0&&m.sort(le,fe),yt=te.enabled===!1||te.isPresenting===!1||te.hasDepthSensing()===!1,yt&&ve.addToRenderList(m,b),this.info.render.frame++,$===!0&&ie.beginShadows();let B=p.state.shadowsArray;ye.render(B,b,O),$===!0&&ie.endShadows(),this.info.autoReset===!0&&this.info.reset();let z=m.opaque,F=m.transmissive;if(p.setupLights(),O.isArrayCamera){let Q=O.cameras;if(F.length>0)for(let ue=0,xe=Q.length;ue<xe;ue++){let pe=Q[ue];cu(z,F,b,pe)}yt&&ve.render(b);for(let ue=0,xe=Q.length;ue<xe;ue++){let pe=Q[ue];lu(m,b,pe,pe.viewport)}}else F.length>0&&cu(z,F,b,O),yt&&ve.render(b),lu(m,b,O);L!==null&&C===0&&(Ve.updateMultisampleRenderTarget(L),Ve.updateRenderTargetMipmap(L)),b.isScene===!0&&b.onAfterRender(_,b,O),he.resetDefaultState(),M=-1,S=null,v.pop(),v.length>0?(p=v[v.length-1],$===!0&&ie.setGlobalState(_.clippingPlanes,p.state.camera)):p=null,w.pop(),w.length>0?m=w[w.length-1]:m=null};function Ll(b,O,B,z){if(b.visible===!1)return;if(b.layers.test(O.layers)){if(b.isGroup)B=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(O);else if(b.isLight)p.pushLight(b),b.castShadow&&p.pushShadow(b);else if(b.isSprite){if(!b.frustumCulled||st.intersectsSprite(b)){z&&Ce.setFromMatrixPosition(b.matrixWorld).applyMatrix4(se);let ue=k.update(b),xe=b.material;xe.visible&&m.push(b,ue,xe,B,Ce.z,null)}}else if((b.isMesh||b.isLine||b.isPoints)&&(!b.frustumCulled||st.intersectsObject(b))){let ue=k.update(b),xe=b.material;if(z&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),Ce.copy(b.boundingSphere.center)):(ue.boundingSphere===null&&ue.computeBoundingSphere(),Ce.copy(ue.boundingSphere.center)),Ce.applyMatrix4(b.matrixWorld).applyMatrix4(se)),Array.isArray(xe)){let pe=ue.groups;for(let Ie=0,De=pe.length;Ie<De;Ie++){let Ee=pe[Ie],qe=xe[Ee.materialIndex];qe&&qe.visible&&m.push(b,ue,qe,B,Ce.z,Ee)}}else xe.visible&&m.push(b,ue,xe,B,Ce.z,null)}}let Q=b.children;for(let ue=0,xe=Q.length;ue<xe;ue++)Ll(Q[ue],O,B,z)}function lu(b,O,B,z){let F=b.opaque,Q=b.transmissive,ue=b.transparent;p.setupLightsView(B),$===!0&&ie.setGlobalState(_.clippingPlanes,B),z&&Me.viewport(I.copy(z)),F.length>0&&Kr(F,O,B),Q.length>0&&Kr(Q,O,B),ue.length>0&&Kr(ue,O,B),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function cu(b,O,B,z){if((B.isScene===!0?B.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[z.id]===void 0&&(p.state.transmissionRenderTarget[z.id]=new An(1,1,{generateMipmaps:!0,type:Te.has("EXT_color_buffer_half_float")||Te.has("EXT_color_buffer_float")?Us:Mn,minFilter:wn,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:je.workingColorSpace}));let Q=p.state.transmissionRenderTarget[z.id],ue=z.viewport||I;Q.setSize(ue.z*_.transmissionResolutionScale,ue.w*_.transmissionResolutionScale);let xe=_.getRenderTarget(),pe=_.getActiveCubeFace(),Ie=_.getActiveMipmapLevel();_.setRenderTarget(Q),_.getClearColor(V),K=_.getClearAlpha(),K<1&&_.setClearColor(16777215,.5),_.clear(),yt&&ve.render(B);let De=_.toneMapping;_.toneMapping=Qn;let Ee=z.viewport;if(z.viewport!==void 0&&(z.viewport=void 0),p.setupLightsView(z),$===!0&&ie.setGlobalState(_.clippingPlanes,z),Kr(b,B,z),Ve.updateMultisampleRenderTarget(Q),Ve.updateRenderTargetMipmap(Q),Te.has("WEBGL_multisampled_render_to_texture")===!1){let qe=!1;for(let it=0,_t=O.length;it<_t;it++){let ht=O[it],rt=ht.object,Ae=ht.geometry,gt=ht.material,Ze=ht.group;if(gt.side===Ht&&rt.layers.test(z.layers)){let Kt=gt.side;gt.side=Dt,gt.needsUpdate=!0,hu(rt,B,z,Ae,gt,Ze),gt.side=Kt,gt.needsUpdate=!0,qe=!0}}qe===!0&&(Ve.updateMultisampleRenderTarget(Q),Ve.updateRenderTargetMipmap(Q))}_.setRenderTarget(xe,pe,Ie),_.setClearColor(V,K),Ee!==void 0&&(z.viewport=Ee),_.toneMapping=De}function Kr(b,O,B){let z=O.isScene===!0?O.overrideMaterial:null;for(let F=0,Q=b.length;F<Q;F++){let ue=b[F],xe=ue.object,pe=ue.geometry,Ie=ue.group,De=ue.material;De.allowOverride===!0&&z!==null&&(De=z),xe.layers.test(B.layers)&&hu(xe,O,B,pe,De,Ie)}}function hu(b,O,B,z,F,Q){b.onBeforeRender(_,O,B,z,F,Q),b.modelViewMatrix.multiplyMatrices(B.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),F.onBeforeRender(_,O,B,z,b,Q),F.transparent===!0&&F.side===Ht&&F.forceSinglePass===!1?(F.side=Dt,F.needsUpdate=!0,_.renderBufferDirect(B,O,z,F,b,Q),F.side=en,F.needsUpdate=!0,_.renderBufferDirect(B,O,z,F,b,Q),F.side=Ht):_.renderBufferDirect(B,O,z,F,b,Q),b.onAfterRender(_,O,B,z,F,Q)}function Zr(b,O,B){O.isScene!==!0&&(O=Ue);let z=ge.get(b),F=p.state.lights,Q=p.state.shadowsArray,ue=F.state.version,xe=j.getParameters(b,F.state,Q,O,B),pe=j.getProgramCacheKey(xe),Ie=z.programs;z.environment=b.isMeshStandardMaterial?O.environment:null,z.fog=O.fog,z.envMap=(b.isMeshStandardMaterial?vt:Rt).get(b.envMap||z.environment),z.envMapRotation=z.environment!==null&&b.envMap===null?O.environmentRotation:b.envMapRotation,Ie===void 0&&(b.addEventListener("dispose",Y),Ie=new Map,z.programs=Ie);let De=Ie.get(pe);if(De!==void 0){if(z.currentProgram===De&&z.lightsStateVersion===ue)return du(b,xe),De}else xe.uniforms=j.getUniforms(b),b.onBeforeCompile(xe,_),De=j.acquireProgram(xe,pe),Ie.set(pe,De),z.uniforms=xe.uniforms;let Ee=z.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Ee.clippingPlanes=ie.uniform),du(b,xe),z.needsLights=Fp(b),z.lightsStateVersion=ue,z.needsLights&&(Ee.ambientLightColor.value=F.state.ambient,Ee.lightProbe.value=F.state.probe,Ee.directionalLights.value=F.state.directional,Ee.directionalLightShadows.value=F.state.directionalShadow,Ee.spotLights.value=F.state.spot,Ee.spotLightShadows.value=F.state.spotShadow,Ee.rectAreaLights.value=F.state.rectArea,Ee.ltc_1.value=F.state.rectAreaLTC1,Ee.ltc_2.value=F.state.rectAreaLTC2,Ee.pointLights.value=F.state.point,Ee.pointLightShadows.value=F.state.pointShadow,Ee.hemisphereLights.value=F.state.hemi,Ee.directionalShadowMap.value=F.state.directionalShadowMap,Ee.directionalShadowMatrix.value=F.state.directionalShadowMatrix,Ee.spotShadowMap.value=F.state.spotShadowMap,Ee.spotLightMatrix.value=F.state.spotLightMatrix,Ee.spotLightMap.value=F.state.spotLightMap,Ee.pointShadowMap.value=F.state.pointShadowMap,Ee.pointShadowMatrix.value=F.state.pointShadowMatrix),z.currentProgram=De,z.uniformsList=null,De}function uu(b){if(b.uniformsList===null){let O=b.currentProgram.getUniforms();b.uniformsList=Vs.seqWithValue(O.seq,b.uniforms)}return b.uniformsList}function du(b,O){let B=ge.get(b);B.outputColorSpace=O.outputColorSpace,B.batching=O.batching,B.batchingColor=O.batchingColor,B.instancing=O.instancing,B.instancingColor=O.instancingColor,B.instancingMorph=O.instancingMorph,B.skinning=O.skinning,B.morphTargets=O.morphTargets,B.morphNormals=O.morphNormals,B.morphColors=O.morphColors,B.morphTargetsCount=O.morphTargetsCount,B.numClippingPlanes=O.numClippingPlanes,B.numIntersection=O.numClipIntersection,B.vertexAlphas=O.vertexAlphas,B.vertexTangents=O.vertexTangents,B.toneMapping=O.toneMapping}function Up(b,O,B,z,F){O.isScene!==!0&&(O=Ue),Ve.resetTextureUnits();let Q=O.fog,ue=z.isMeshStandardMaterial?O.environment:null,xe=L===null?_.outputColorSpace:L.isXRRenderTarget===!0?L.texture.colorSpace:Pt,pe=(z.isMeshStandardMaterial?vt:Rt).get(z.envMap||ue),Ie=z.vertexColors===!0&&!!B.attributes.color&&B.attributes.color.itemSize===4,De=!!B.attributes.tangent&&(!!z.normalMap||z.anisotropy>0),Ee=!!B.morphAttributes.position,qe=!!B.morphAttributes.normal,it=!!B.morphAttributes.color,_t=Qn;z.toneMapped&&(L===null||L.isXRRenderTarget===!0)&&(_t=_.toneMapping);let ht=B.morphAttributes.position||B.morphAttributes.normal||B.morphAttributes.color,rt=ht!==void 0?ht.length:0,Ae=ge.get(z),gt=p.state.lights;if($===!0&&(ce===!0||b!==S)){let Wt=b===S&&z.id===M;ie.setState(z,b,Wt)}let Ze=!1;z.version===Ae.__version?(Ae.needsLights&&Ae.lightsStateVersion!==gt.state.version||Ae.outputColorSpace!==xe||F.isBatchedMesh&&Ae.batching===!1||!F.isBatchedMesh&&Ae.batching===!0||F.isBatchedMesh&&Ae.batchingColor===!0&&F.colorTexture===null||F.isBatchedMesh&&Ae.batchingColor===!1&&F.colorTexture!==null||F.isInstancedMesh&&Ae.instancing===!1||!F.isInstancedMesh&&Ae.instancing===!0||F.isSkinnedMesh&&Ae.skinning===!1||!F.isSkinnedMesh&&Ae.skinning===!0||F.isInstancedMesh&&Ae.instancingColor===!0&&F.instanceColor===null||F.isInstancedMesh&&Ae.instancingColor===!1&&F.instanceColor!==null||F.isInstancedMesh&&Ae.instancingMorph===!0&&F.morphTexture===null||F.isInstancedMesh&&Ae.instancingMorph===!1&&F.morphTexture!==null||Ae.envMap!==pe||z.fog===!0&&Ae.fog!==Q||Ae.numClippingPlanes!==void 0&&(Ae.numClippingPlanes!==ie.numPlanes||Ae.numIntersection!==ie.numIntersection)||Ae.vertexAlphas!==Ie||Ae.vertexTangents!==De||Ae.morphTargets!==Ee||Ae.morphNormals!==qe||Ae.morphColors!==it||Ae.toneMapping!==_t||Ae.morphTargetsCount!==rt)&&(Ze=!0):(Ze=!0,Ae.__version=z.version);let Kt=Ae.currentProgram;Ze===!0&&(Kt=Zr(z,O,F));let ss=!1,Zt=!1,Zs=!1,xt=Kt.getUniforms(),rn=Ae.uniforms;if(Me.useProgram(Kt.program)&&(ss=!0,Zt=!0,Zs=!0),z.id!==M&&(M=z.id,Zt=!0),ss||S!==b){Me.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),xt.setValue(P,"projectionMatrix",b.projectionMatrix),xt.setValue(P,"viewMatrix",b.matrixWorldInverse);let $t=xt.map.cameraPosition;$t!==void 0&&$t.setValue(P,Re.setFromMatrixPosition(b.matrixWorld)),Qe.logarithmicDepthBuffer&&xt.setValue(P,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(z.isMeshPhongMaterial||z.isMeshToonMaterial||z.isMeshLambertMaterial||z.isMeshBasicMaterial||z.isMeshStandardMaterial||z.isShaderMaterial)&&xt.setValue(P,"isOrthographic",b.isOrthographicCamera===!0),S!==b&&(S=b,Zt=!0,Zs=!0)}if(F.isSkinnedMesh){xt.setOptional(P,F,"bindMatrix"),xt.setOptional(P,F,"bindMatrixInverse");let Wt=F.skeleton;Wt&&(Wt.boneTexture===null&&Wt.computeBoneTexture(),xt.setValue(P,"boneTexture",Wt.boneTexture,Ve))}F.isBatchedMesh&&(xt.setOptional(P,F,"batchingTexture"),xt.setValue(P,"batchingTexture",F._matricesTexture,Ve),xt.setOptional(P,F,"batchingIdTexture"),xt.setValue(P,"batchingIdTexture",F._indirectTexture,Ve),xt.setOptional(P,F,"batchingColorTexture"),F._colorsTexture!==null&&xt.setValue(P,"batchingColorTexture",F._colorsTexture,Ve));let on=B.morphAttributes;if((on.position!==void 0||on.normal!==void 0||on.color!==void 0)&&ee.update(F,B,Kt),(Zt||Ae.receiveShadow!==F.receiveShadow)&&(Ae.receiveShadow=F.receiveShadow,xt.setValue(P,"receiveShadow",F.receiveShadow)),z.isMeshGouraudMaterial&&z.envMap!==null&&(rn.envMap.value=pe,rn.flipEnvMap.value=pe.isCubeTexture&&pe.isRenderTargetTexture===!1?-1:1),z.isMeshStandardMaterial&&z.envMap===null&&O.environment!==null&&(rn.envMapIntensity.value=O.environmentIntensity),Zt&&(xt.setValue(P,"toneMappingExposure",_.toneMappingExposure),Ae.needsLights&&Op(rn,Zs),Q&&z.fog===!0&&Z.refreshFogUniforms(rn,Q),Z.refreshMaterialUniforms(rn,z,W,ne,p.state.transmissionRenderTarget[b.id]),Vs.upload(P,uu(Ae),rn,Ve)),z.isShaderMaterial&&z.uniformsNeedUpdate===!0&&(Vs.upload(P,uu(Ae),rn,Ve),z.uniformsNeedUpdate=!1),z.isSpriteMaterial&&xt.setValue(P,"center",F.center),xt.setValue(P,"modelViewMatrix",F.modelViewMatrix),xt.setValue(P,"normalMatrix",F.normalMatrix),xt.setValue(P,"modelMatrix",F.matrixWorld),z.isShaderMaterial||z.isRawShaderMaterial){let Wt=z.uniformsGroups;for(let $t=0,Dl=Wt.length;$t<Dl;$t++){let Mi=Wt[$t];ze.update(Mi,Kt),ze.bind(Mi,Kt)}}return Kt}function Op(b,O){b.ambientLightColor.needsUpdate=O,b.lightProbe.needsUpdate=O,b.directionalLights.needsUpdate=O,b.directionalLightShadows.needsUpdate=O,b.pointLights.needsUpdate=O,b.pointLightShadows.needsUpdate=O,b.spotLights.needsUpdate=O,b.spotLightShadows.needsUpdate=O,b.rectAreaLights.needsUpdate=O,b.hemisphereLights.needsUpdate=O}function Fp(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return T},this.getActiveMipmapLevel=function(){return C},this.getRenderTarget=function(){return L},this.setRenderTargetTextures=function(b,O,B){let z=ge.get(b);z.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,z.__autoAllocateDepthBuffer===!1&&(z.__useRenderToTexture=!1),ge.get(b.texture).__webglTexture=O,ge.get(b.depthTexture).__webglTexture=z.__autoAllocateDepthBuffer?void 0:B,z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,O){let B=ge.get(b);B.__webglFramebuffer=O,B.__useDefaultFramebuffer=O===void 0};let kp=P.createFramebuffer();this.setRenderTarget=function(b,O=0,B=0){L=b,T=O,C=B;let z=!0,F=null,Q=!1,ue=!1;if(b){let pe=ge.get(b);if(pe.__useDefaultFramebuffer!==void 0)Me.bindFramebuffer(P.FRAMEBUFFER,null),z=!1;else if(pe.__webglFramebuffer===void 0)Ve.setupRenderTarget(b);else if(pe.__hasExternalTextures)Ve.rebindTextures(b,ge.get(b.texture).__webglTexture,ge.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let Ee=b.depthTexture;if(pe.__boundDepthTexture!==Ee){if(Ee!==null&&ge.has(Ee)&&(b.width!==Ee.image.width||b.height!==Ee.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");Ve.setupDepthRenderbuffer(b)}}let Ie=b.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(ue=!0);let De=ge.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(De[O])?F=De[O][B]:F=De[O],Q=!0):b.samples>0&&Ve.useMultisampledRTT(b)===!1?F=ge.get(b).__webglMultisampledFramebuffer:Array.isArray(De)?F=De[B]:F=De,I.copy(b.viewport),H.copy(b.scissor),G=b.scissorTest}else I.copy(Se).multiplyScalar(W).floor(),H.copy(He).multiplyScalar(W).floor(),G=ft;if(B!==0&&(F=kp),Me.bindFramebuffer(P.FRAMEBUFFER,F)&&z&&Me.drawBuffers(b,F),Me.viewport(I),Me.scissor(H),Me.setScissorTest(G),Q){let pe=ge.get(b.texture);P.framebufferTexture2D(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_CUBE_MAP_POSITIVE_X+O,pe.__webglTexture,B)}else if(ue){let pe=O;for(let Ie=0;Ie<b.textures.length;Ie++){let De=ge.get(b.textures[Ie]);P.framebufferTextureLayer(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0+Ie,De.__webglTexture,B,pe)}}else if(b!==null&&B!==0){let pe=ge.get(b.texture);P.framebufferTexture2D(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,pe.__webglTexture,B)}M=-1},this.readRenderTargetPixels=function(b,O,B,z,F,Q,ue,xe=0){if(!(b&&b.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let pe=ge.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&ue!==void 0&&(pe=pe[ue]),pe){Me.bindFramebuffer(P.FRAMEBUFFER,pe);try{let Ie=b.textures[xe],De=Ie.format,Ee=Ie.type;if(!Qe.textureFormatReadable(De)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!Qe.textureTypeReadable(Ee)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}O>=0&&O<=b.width-z&&B>=0&&B<=b.height-F&&(b.textures.length>1&&P.readBuffer(P.COLOR_ATTACHMENT0+xe),P.readPixels(O,B,z,F,be.convert(De),be.convert(Ee),Q))}finally{let Ie=L!==null?ge.get(L).__webglFramebuffer:null;Me.bindFramebuffer(P.FRAMEBUFFER,Ie)}}},this.readRenderTargetPixelsAsync=async function(b,O,B,z,F,Q,ue,xe=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let pe=ge.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&ue!==void 0&&(pe=pe[ue]),pe)if(O>=0&&O<=b.width-z&&B>=0&&B<=b.height-F){Me.bindFramebuffer(P.FRAMEBUFFER,pe);let Ie=b.textures[xe],De=Ie.format,Ee=Ie.type;if(!Qe.textureFormatReadable(De))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!Qe.textureTypeReadable(Ee))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let qe=P.createBuffer();P.bindBuffer(P.PIXEL_PACK_BUFFER,qe),P.bufferData(P.PIXEL_PACK_BUFFER,Q.byteLength,P.STREAM_READ),b.textures.length>1&&P.readBuffer(P.COLOR_ATTACHMENT0+xe),P.readPixels(O,B,z,F,be.convert(De),be.convert(Ee),0);let it=L!==null?ge.get(L).__webglFramebuffer:null;Me.bindFramebuffer(P.FRAMEBUFFER,it);let _t=P.fenceSync(P.SYNC_GPU_COMMANDS_COMPLETE,0);return P.flush(),await Xd(P,_t,4),P.bindBuffer(P.PIXEL_PACK_BUFFER,qe),P.getBufferSubData(P.PIXEL_PACK_BUFFER,0,Q),P.deleteBuffer(qe),P.deleteSync(_t),Q}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,O=null,B=0){let z=Math.pow(2,-B),F=Math.floor(b.image.width*z),Q=Math.floor(b.image.height*z),ue=O!==null?O.x:0,xe=O!==null?O.y:0;Ve.setTexture2D(b,0),P.copyTexSubImage2D(P.TEXTURE_2D,B,0,0,ue,xe,F,Q),Me.unbindTexture()};let Bp=P.createFramebuffer(),zp=P.createFramebuffer();this.copyTextureToTexture=function(b,O,B=null,z=null,F=0,Q=null){Q===null&&(F!==0?(Fi("WebGLRenderer: copyTextureToTexture function signature has changed to support src and dst mipmap levels."),Q=F,F=0):Q=0);let ue,xe,pe,Ie,De,Ee,qe,it,_t,ht=b.isCompressedTexture?b.mipmaps[Q]:b.image;if(B!==null)ue=B.max.x-B.min.x,xe=B.max.y-B.min.y,pe=B.isBox3?B.max.z-B.min.z:1,Ie=B.min.x,De=B.min.y,Ee=B.isBox3?B.min.z:0;else{let on=Math.pow(2,-F);ue=Math.floor(ht.width*on),xe=Math.floor(ht.height*on),b.isDataArrayTexture?pe=ht.depth:b.isData3DTexture?pe=Math.floor(ht.depth*on):pe=1,Ie=0,De=0,Ee=0}z!==null?(qe=z.x,it=z.y,_t=z.z):(qe=0,it=0,_t=0);let rt=be.convert(O.format),Ae=be.convert(O.type),gt;O.isData3DTexture?(Ve.setTexture3D(O,0),gt=P.TEXTURE_3D):O.isDataArrayTexture||O.isCompressedArrayTexture?(Ve.setTexture2DArray(O,0),gt=P.TEXTURE_2D_ARRAY):(Ve.setTexture2D(O,0),gt=P.TEXTURE_2D),P.pixelStorei(P.UNPACK_FLIP_Y_WEBGL,O.flipY),P.pixelStorei(P.UNPACK_PREMULTIPLY_ALPHA_WEBGL,O.premultiplyAlpha),P.pixelStorei(P.UNPACK_ALIGNMENT,O.unpackAlignment);let Ze=P.getParameter(P.UNPACK_ROW_LENGTH),Kt=P.getParameter(P.UNPACK_IMAGE_HEIGHT),ss=P.getParameter(P.UNPACK_SKIP_PIXELS),Zt=P.getParameter(P.UNPACK_SKIP_ROWS),Zs=P.getParameter(P.UNPACK_SKIP_IMAGES);P.pixelStorei(P.UNPACK_ROW_LENGTH,ht.width),P.pixelStorei(P.UNPACK_IMAGE_HEIGHT,ht.height),P.pixelStorei(P.UNPACK_SKIP_PIXELS,Ie),P.pixelStorei(P.UNPACK_SKIP_ROWS,De),P.pixelStorei(P.UNPACK_SKIP_IMAGES,Ee);let xt=b.isDataArrayTexture||b.isData3DTexture,rn=O.isDataArrayTexture||O.isData3DTexture;if(b.isDepthTexture){let on=ge.get(b),Wt=ge.get(O),$t=ge.get(on.__renderTarget),Dl=ge.get(Wt.__renderTarget);Me.bindFramebuffer(P.READ_FRAMEBUFFER,$t.__webglFramebuffer),Me.bindFramebuffer(P.DRAW_FRAMEBUFFER,Dl.__webglFramebuffer);for(let Mi=0;Mi<pe;Mi++)xt&&(P.framebufferTextureLayer(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,ge.get(b).__webglTexture,F,Ee+Mi),P.framebufferTextureLayer(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,ge.get(O).__webglTexture,Q,_t+Mi)),P.blitFramebuffer(Ie,De,ue,xe,qe,it,ue,xe,P.DEPTH_BUFFER_BIT,P.NEAREST);Me.bindFramebuffer(P.READ_FRAMEBUFFER,null),Me.bindFramebuffer(P.DRAW_FRAMEBUFFER,null)}else if(F!==0||b.isRenderTargetTexture||ge.has(b)){let on=ge.get(b),Wt=ge.get(O);Me.bindFramebuffer(P.READ_FRAMEBUFFER,Bp),Me.bindFramebuffer(P.DRAW_FRAMEBUFFER,zp);for(let $t=0;$t<pe;$t++)xt?P.framebufferTextureLayer(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,on.__webglTexture,F,Ee+$t):P.framebufferTexture2D(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,on.__webglTexture,F),rn?P.framebufferTextureLayer(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,Wt.__webglTexture,Q,_t+$t):P.framebufferTexture2D(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,Wt.__webglTexture,Q),F!==0?P.blitFramebuffer(Ie,De,ue,xe,qe,it,ue,xe,P.COLOR_BUFFER_BIT,P.NEAREST):rn?P.copyTexSubImage3D(gt,Q,qe,it,_t+$t,Ie,De,ue,xe):P.copyTexSubImage2D(gt,Q,qe,it,Ie,De,ue,xe);Me.bindFramebuffer(P.READ_FRAMEBUFFER,null),Me.bindFramebuffer(P.DRAW_FRAMEBUFFER,null)}else rn?b.isDataTexture||b.isData3DTexture?P.texSubImage3D(gt,Q,qe,it,_t,ue,xe,pe,rt,Ae,ht.data):O.isCompressedArrayTexture?P.compressedTexSubImage3D(gt,Q,qe,it,_t,ue,xe,pe,rt,ht.data):P.texSubImage3D(gt,Q,qe,it,_t,ue,xe,pe,rt,Ae,ht):b.isDataTexture?P.texSubImage2D(P.TEXTURE_2D,Q,qe,it,ue,xe,rt,Ae,ht.data):b.isCompressedTexture?P.compressedTexSubImage2D(P.TEXTURE_2D,Q,qe,it,ht.width,ht.height,rt,ht.data):P.texSubImage2D(P.TEXTURE_2D,Q,qe,it,ue,xe,rt,Ae,ht);P.pixelStorei(P.UNPACK_ROW_LENGTH,Ze),P.pixelStorei(P.UNPACK_IMAGE_HEIGHT,Kt),P.pixelStorei(P.UNPACK_SKIP_PIXELS,ss),P.pixelStorei(P.UNPACK_SKIP_ROWS,Zt),P.pixelStorei(P.UNPACK_SKIP_IMAGES,Zs),Q===0&&O.generateMipmaps&&P.generateMipmap(gt),Me.unbindTexture()},this.copyTextureToTexture3D=function(b,O,B=null,z=null,F=0){return Fi('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(b,O,B,z,F)},this.initRenderTarget=function(b){ge.get(b).__webglFramebuffer===void 0&&Ve.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?Ve.setTextureCube(b,0):b.isData3DTexture?Ve.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Ve.setTexture2DArray(b,0):Ve.setTexture2D(b,0),Me.unbindTexture()},this.resetState=function(){T=0,C=0,L=null,Me.reset(),he.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return yn}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=je._getDrawingBufferColorSpace(e),t.unpackColorSpace=je._getUnpackColorSpace()}};function U(s,e={},...t){let[n,...i]=s.split("."),r=document.createElement(n||"div");i.length&&(r.className=i.join(" "));for(let[o,a]of Object.entries(e))a==null||a===!1||(o.startsWith("on")?r.addEventListener(o.slice(2),a):o in r&&!o.startsWith("aria")?r[o]=a:r.setAttribute(o,a===!0?"":a));return r.append(...t.flat(1/0).filter(o=>o!=null)),r}var ah=0;function Nn({label:s,min:e,max:t,step:n="any",value:i,show:r=c=>c,oninput:o,onchange:a,title:l}){let c=`s${++ah}`,h=U("output",{htmlFor:c},String(r(i))),u=U("input",{id:c,type:"range",min:e,max:t,step:n,title:l});u.value=i;let d=()=>{h.textContent=r(Number(u.value)),u.setAttribute("aria-valuetext",h.textContent),u.style.setProperty("--part",`${100*(u.value-u.min)/(u.max-u.min)}%`)};u.addEventListener("input",()=>{d(),o?.(Number(u.value))}),u.addEventListener("change",()=>a?.(Number(u.value))),d();let f=U(".slider",{},U("label",{htmlFor:c},s),h,u);return f.set=g=>{u.value=g,d()},f.range=(g,x)=>{u.min=g,u.max=x,d()},f.input=u,f}function dn({label:s,options:e,value:t,onchange:n}){let i=`c${++ah}`,r=e.map(([a,l])=>{let c=U("input",{type:"radio",name:i,value:a,checked:a===t,onchange:()=>n(a)});return U("label",{},c,U("span",{},l))}),o=U("fieldset.choice",{},U("legend",{},s),U(".options",{},r));return o.set=a=>{for(let l of r)l.firstChild.checked=l.firstChild.value===a},o}function yi({label:s,options:e,value:t,onchange:n}){let i=`l${++ah}`,r=U("select",{id:i,onchange:()=>n(r.value)},e.map(([a,l])=>U("option",{value:a,selected:a===t},l))),o=U(".field",{},U("label",{htmlFor:i},s),r);return o.set=a=>{r.value=a},o}function Qi({label:s,value:e,onchange:t,keys:n}){let i=U("input",{type:"checkbox",checked:e,onchange:()=>t(i.checked)}),r=U("label.check",{},i,U("span",{},s),n?U("kbd",{},n):null);return r.set=o=>{i.checked=o},r.input=i,r}function We(s,e,{keys:t,title:n,pressed:i,kind:r=""}={}){let o=U(`button${r&&"."+r}`,{type:"button",onclick:e,title:n},s,t?U("kbd",{},t):null);return i!==void 0&&o.setAttribute("aria-pressed",i),o.press=a=>o.setAttribute("aria-pressed",a),o}function dt(s,e="error"){[...document.querySelectorAll("#toasts > div")].find(i=>i.firstChild.textContent===s)?.remove();let n=U(`.toast.${e}`,{},U("span",{},s),U("button",{type:"button",onclick:()=>n.remove(),"aria-label":"✕"},"✕"));document.getElementById("toasts").append(n),setTimeout(()=>n.remove(),e==="error"?9e3:3500)}function Ya(s,e){return s instanceof Element?s.matches("input[type=range],input[type=radio]")?/^(Arrow|Home|End|Page)/.test(e):s.matches("input[type=checkbox],button,a,summary")?e===" "||e==="Enter":s.matches("input,select,textarea,dialog *"):!1}var Ny={5121:Uint8Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},Uy={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT4:16};function Xs(s){let e=new DataView(s);if(e.getUint32(0,!0)!==1179937895)throw new Error("no GLB");let t=e.getUint32(12,!0),n=JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,t))),i=28+t,r=d=>d===void 0?null:zy(n,s,i,d),o=n.meshes[0],a=n.skins?.[0],[{targets:l=[],attributes:c}]=o.primitives,h=o.primitives.map(d=>Oy(d,r,n));l.forEach((d,f)=>{f===0&&(h[0].positions=r(c.POSITION).slice()),ky(h[0].positions,o.weights?.[f]??0,()=>r(d.POSITION))});for(let d of n.nodes.find(f=>f.mesh===0)?.extensions?.MSFT_lod?.ids??[]){let{primitives:f}=n.meshes[n.nodes[d].mesh];o.primitives.forEach((g,x)=>h[x].levels.push(r(f.find(m=>m.material===g.material&&m.attributes.POSITION===g.attributes.POSITION)?.indices)))}let u=(n.images??[]).map(({name:d,bufferView:f})=>({name:d,bytes:new Uint8Array(s,i+(n.bufferViews[f].byteOffset??0),n.bufferViews[f].byteLength)}));return{...h[0],parts:h,images:u,betas:o.extras?.betas??[],betaCount:l.length,inverseBinds:a?r(a.inverseBindMatrices):null,joints:a?a.joints.map(d=>By(n,a,d)):[]}}function Oy({attributes:s,indices:e,material:t},n,i){return{positions:n(s.POSITION),normals:n(s.NORMAL),uvs:n(s.TEXCOORD_0),indices:n(e),skinIndex:n(s.JOINTS_0),skinWeight:n(s.WEIGHTS_0),material:Fy(i,t),levels:[]}}function Fy(s,e){let{name:t="",pbrMetallicRoughness:n={},alphaMode:i="OPAQUE",doubleSided:r=!1}=s.materials?.[e]??{},o=n.baseColorTexture?.index;return{name:t,color:n.baseColorFactor??[1,1,1,1],roughness:n.roughnessFactor??1,image:o===void 0?-1:s.textures[o].source,alpha:i,isTwoSided:r}}function ky(s,e,t){if(!e)return;let n=t();for(let i=0;i<s.length;i++)s[i]+=e*n[i]}function By(s,e,t){let n=s.nodes.findIndex(a=>a.children?.includes(t)),{name:i,translation:r=[0,0,0],rotation:o=[0,0,0,1]}=s.nodes[t];return{name:i,parent:e.joints.indexOf(n),offset:r,rotation:o}}function zy(s,e,t,n){let i=s.accessors[n],r=s.bufferViews[i.bufferView],o=Ny[i.componentType],a=Uy[i.type],l=t+(r.byteOffset??0)+(i.byteOffset??0),c=r.byteStride??a*o.BYTES_PER_ELEMENT;if(c===a*o.BYTES_PER_ELEMENT&&l%o.BYTES_PER_ELEMENT===0)return new o(e,l,a*i.count);let h=new o(a*i.count);for(let u=0;u<i.count;u++)h.set(new o(e.slice(l+u*c,l+u*c+a*o.BYTES_PER_ELEMENT)),u*a);return h}function Af({yaw:s,root:e},t){let n=Math.cos(s),i=Math.sin(s);t.set([n,0,i,e[0],0,1,0,e[1],-i,0,n,e[2]])}function Ka({joints:s,rig:e},t,n,i,r,o){for(let a=0;a<s.length;a++){let{parent:l,offset:c}=s[a];l<0?Ef(r,12*a,i,0,t,4*a,n):Ef(r,12*a,r,12*l,t,4*a,c),Hy(o,r,12*a,e.inverseBinds,16*a)}}function Ef(s,e,t,n,i,r,o){let a=i[r],l=i[r+1],c=i[r+2],h=i[r+3],u=1-2*(l*l+c*c),d=2*(a*l-h*c),f=2*(a*c+h*l),g=2*(a*l+h*c),x=1-2*(a*a+c*c),m=2*(l*c-h*a),p=2*(a*c-h*l),w=2*(l*c+h*a),v=1-2*(a*a+l*l);for(let _=0;_<12;_+=4){let A=t[n+_],T=t[n+_+1],C=t[n+_+2];s[e+_]=A*u+T*g+C*p,s[e+_+1]=A*d+T*x+C*w,s[e+_+2]=A*f+T*m+C*v,s[e+_+3]=A*o[0]+T*o[1]+C*o[2]+t[n+_+3]}}function Hy(s,e,t,n,i){for(let r=0;r<12;r+=4){let o=e[t+r],a=e[t+r+1],l=e[t+r+2];for(let c=0;c<4;c++)s[t+r+c]=o*n[i+4*c]+a*n[i+4*c+1]+l*n[i+4*c+2]+(c===3?e[t+r+3]:0)}}function Za({positions:s,normals:e,joints:t,weights:n},i,r,o,a,l){let c=s[3*r],h=s[3*r+1],u=s[3*r+2],d=e[3*r],f=e[3*r+1],g=e[3*r+2];for(let x=0;x<3;x++){let m=0,p=0;for(let w=4*r;w<4*r+4;w++){let v=12*t[w]+4*x,_=n[w];_!==0&&(m+=_*(i[v]*c+i[v+1]*h+i[v+2]*u+i[v+3]),p+=_*(i[v]*d+i[v+1]*f+i[v+2]*g))}o[l+x]=m,a[l+x]=p}}function Rf(s,e=new Float32Array(s.length/12*8)){for(let t=0,n=0;t<s.length;t+=12,n+=8){let[i,r,o,a]=Vy(s,t),l=s[t+3],c=s[t+7],h=s[t+11];e.set([i,r,o,a,.5*(l*a+c*o-h*r),.5*(c*a+h*i-l*o),.5*(h*a+l*r-c*i),-.5*(l*i+c*r+h*o)],n)}return e}function Vy(s,e){let[t,n,i,,r,o,a,,l,c,h]=s.subarray(e,e+12),u=p=>Math.sqrt(Math.max(0,p))/2,d=u(1+t-o-h),f=u(1-t+o-h),g=u(1-t-o+h),x=u(1+t+o+h),m=Math.max(d,f,g,x);return m===x?[(c-a)/(4*x),(i-l)/(4*x),(r-n)/(4*x),x]:m===d?[d,(n+r)/(4*d),(i+l)/(4*d),(c-a)/(4*d)]:m===f?[(n+r)/(4*f),f,(a+c)/(4*f),(i-l)/(4*f)]:[(i+l)/(4*g),(a+c)/(4*g),g,(r-n)/(4*g)]}var es=new Float32Array(8);function Cf({positions:s,normals:e,joints:t,weights:n},i,r,o,a,l){let c=8*t[4*r];es.fill(0);for(let v=4*r;v<4*r+4;v++){let _=8*t[v],A=0;for(let C=0;C<4;C++)A+=i[c+C]*i[_+C];let T=A<0?-n[v]:n[v];for(let C=0;C<8;C++)es[C]+=T*i[_+C]}let h=1/Math.hypot(es[0],es[1],es[2],es[3]),[u,d,f,g,x,m,p,w]=es.map(v=>v*h);Tf(u,d,f,g,s,3*r,o,l),Tf(u,d,f,g,e,3*r,a,l),o[l]+=2*(g*x-w*u+d*p-f*m),o[l+1]+=2*(g*m-w*d+f*x-u*p),o[l+2]+=2*(g*p-w*f+u*m-d*x)}function Tf(s,e,t,n,i,r,o,a){let l=2*(e*i[r+2]-t*i[r+1]),c=2*(t*i[r]-s*i[r+2]),h=2*(s*i[r+1]-e*i[r]);o[a]=i[r]+n*l+e*h-t*c,o[a+1]=i[r+1]+n*c+t*l-s*h,o[a+2]=i[r+2]+n*h+s*c-e*l}var If={en:{character:"Yours",ownDrop:"Your character: choose a .glb or .vrm, or drop it here",ownKinds:"A rigged person in any rest pose and size. This server keeps it until others need the room.",ownMost:"At most",ownOther:"Only .glb and .vrm files can walk here; posedctl import-character makes one of FBX, DAE and OBJ.",ownReading:"Reading …",ownRigging:"It has no skeleton; one is being made …",ownFound:"bones of a person found",ownDoubts:"in doubt",ownMatch:"Which joint is which bone",ownMend:"Choose another joint where one is wrong.",ownNone:"none",ownGlb:"GLB with a walk",ownSaved:"Saved with six seconds of walking and jogging.",by_name:"by its name",by_vrm:"by the file's own table",by_tree:"by what hangs on it",by_shape:"by the shape",by_request:"chosen here",by_none:"not found",motion:"Motion",body:"Body",server:"Server",guide:"Guide",tour:"Tour",starts:"Five minutes each",pitfalls:"What goes wrong",copyText:"Copy",copied:"Copied.",notCopied:"The browser does not let the page copy; mark the text instead.",theme:"Dark or light",language:"中文",panel:"Show or hide the panel",view:"Scene: drag to turn, wheel to zoom",characters:"Characters",figure:"Figure",asBody:"Body",asBones:"Bones",both:"Both",scene:"Ground",flat:"Flat",hills:"Hills",rolling:"Rolling",rocky:"Rocks",steps:"Steps",course:"Course",show:"Show",trajectory:"Trajectory",footprints:"Footprints",path:"Path",drawPath:"Draw",circle:"Circle",eight:"Eight",stop:"Stop",drawHint:"Draw on the ground with the pointer.",reach:"Reach",leftHand:"Left hand",rightHand:"Right hand",reachHint:"Drag the ball; the hand goes there.",slide:"Foot slide",slideIs:"How fast toes move over the ground while they are planted",speed:"Speed",gait:"Gait",frames:"Pictures",stand:"standing",walk:"walking",jog:"jogging",crouch:"crouching",jump:"jumping",bump:"bumping",keys:"Keys",kMove:"walk",kJog:"jog",kRun:"run",kCrouch:"crouch",kJump:"jump",hold:"hold",kStrafe:"sideways",kTurn:"turn the camera",kZoom:"zoom",kNext:"next character",kPath:"draw a path",kReach:"reach",kRecord:"record",kReset:"back to the middle",reset:"Back to the middle",shape:"Body shape",connecting:"Connecting …",waiting:"The connection was lost. Trying again …",closed:"The session has ended.",again:"Connect again",noMotion:"No motion network is loaded, so nobody can walk yet. Put motion.safetensors into the models folder, or name one under models in posed.yaml, and start posed again.",noWebgl:"This browser gives no WebGL, so there is nothing to draw with.",noServer:"posed does not answer. Is it still running?",busy:"The server has all the characters it can move in time.",limit:"The server allows no more characters in a session.",tooMany:"The server is full: no more sessions.",askKey:"This server asks for an API key.",key:"API key",open:"Open",others:"The others",wander:"Wander",copy:"Do as I do",model:"Model",measures:"Measurements",betas:"Shape coefficients",pose:"Pose",skinning:"Skinning",undo:"Undo",redo:"Redo",link:"Copy link",linked:"The link is in the clipboard.",download:"GLB",rigged:"GLB with skeleton",resetShape:"Average",random:"Random",handles:"Pose by hand",showHandles:"Handles",handleKeys:"Drag a ball, or go to its button: arrows and Page keys move it, Shift farther.",limits:"Joint limits",atLimit:"At its limit:",pelvis:"Pelvis",solver:"Solver",auto:"automatic",style:"Style",any:"any",iterations:"iterations",reached:"Reached:",stalled:"It got stuck;",budget:"Time was up;",compare:"Skinning side by side",withP:"with P",withoutP:"without P",default:"Neutral",record:"Record",recording:"Stop and save",recorded:"Saved as a GLB with animation.",nothingRecorded:"Nothing was recorded: only bodies can be.",tooFast:"Too many requests for this key; wait a moment.",full:"The server is busy; try again in a moment.",tooLarge:"That is more than the server takes in one request.",walkWith:"Walk with this body",height:"Height",mass:"Mass",chest_girth:"Chest",waist_girth:"Waist",hip_girth:"Hips",shoulder_width:"Shoulders",arm_length:"Arm",inside_leg_height:"Inside leg",rest:"T-pose",relaxed:"Relaxed",apose:"A-pose",sit:"Sit",wave:"Wave",squat:"Squat",stride:"Stride",think:"Think",compromise:"These measurements contradict each other; this is the nearest body.",unreachable:"Out of reach; this is the nearest pose:",roundTrip:"Round trip",late:"Tick late by",load:"Load",rate:"Frames",bytes:"Received",dropped:"Dropped",sessions:"Sessions",resident:"Models",vertices:"vertices",joints:"joints",version:"Version",licence:"Licence",interface:"The interface",metrics:"Metrics",ofTick:"of a tick",perSecond:"/s",everyone:"all characters here",person:"Person",randomPerson:"Random person",gender:"Gender",between:"Between",female:"Female",male:"Male",age:"Age",among:"Among people: age, height, weight",heightAmong:"Taller than",weightAmong:"Heavier than",clothes:"Clothes and colours",face:"Face",hands:"Hands",outfit:"Outfit",shoes:"Shoes",hair:"Hair",none:"none",skinTone:"Skin tone",hairColor:"Hair colour",iris:"Eyes",asMade:"their own",asCode:"Copy as code",inLanguage:"Language",c_black:"black",c_brown:"brown",c_chestnut:"chestnut",c_red:"red",c_blond:"blond",c_grey:"grey",c_white:"white",c_dark:"dark",c_hazel:"hazel",c_green:"green",c_blue:"blue",h_relaxed:"relaxed",h_open:"open",h_flat:"flat",h_fist:"fist",h_point:"pointing",h_grip:"grip",f_smile:"Smile",f_frown:"Corners down",f_jaw:"Open mouth",f_pucker:"Kiss",f_brows:"Brows up",f_scowl:"Brows down",f_blink:"Lids closed",f_wide:"Eyes wide",mirror:"Mirror me",mirrorEnd:"Stop mirroring",mirrorPicture:"Your camera, as in a looking-glass",mirrorPrivate:"Pictures stay in this browser; only the places of your joints go to the server.",mirrorAsks:"The browser asks for your camera …",mirrorLoads:"Loading what finds people in pictures …",mirrorLooks:"Looking for you …",mirrorNobody:"Nobody is seen. Step back until your whole body is in the picture.",mirrorFollows:"It does as you do,",mirrorTurned:"Left and right seem exchanged: does your camera mirror its picture?",mirrorRefused:"The browser may not use the camera. Allow it beside the address, then try again.",mirrorNoCamera:"There is no camera here.",mirrorTaken:"Another program has the camera.",mirrorGone:"The camera has gone.",mirrorInsecure:"Browsers give their camera only to pages from this machine (127.0.0.1) or over HTTPS.",mirrorNoWebgl:"This browser gives no WebGL 2, without which nobody can be found in pictures.",mirrorAbsent:"This server has no detector of people: run make mirror beside it, then start it again.",mirrorFailed:"What finds people in pictures does not work here.",left_hand:"Left hand",right_hand:"Right hand",left_foot:"Left foot",right_foot:"Right foot",head:"Head"},zh:{character:"我的角色",ownDrop:"你的角色:选择 .glb 或 .vrm 文件,或拖放到此处",ownKinds:"任意静止姿势和大小的已绑定骨骼的人物。服务器会保留它,直到空间需要让给别人。",ownMost:"最大",ownOther:"这里只能使用 .glb 和 .vrm 文件;posedctl import-character 可转换 FBX、DAE 和 OBJ。",ownReading:"正在读取……",ownRigging:"文件没有骨骼,正在生成……",ownFound:"块人体骨骼已找到",ownDoubts:"处存疑",ownMatch:"关节与骨骼的对应",ownMend:"如有错误,请选择其他关节。",ownNone:"无",ownGlb:"带行走动画的 GLB",ownSaved:"已保存,含六秒行走与慢跑。",by_name:"按名称",by_vrm:"按文件自带的表",by_tree:"按骨骼层级",by_shape:"按形状",by_request:"在此选择",by_none:"未找到",motion:"动作",body:"人体",server:"服务器",guide:"指南",tour:"导览",starts:"五分钟入门",pitfalls:"常见问题",copyText:"复制",copied:"已复制。",notCopied:"浏览器不允许复制,请手动选择文字。",theme:"深色或浅色",language:"English",panel:"显示或隐藏面板",view:"场景:拖动旋转,滚轮缩放",characters:"角色数",figure:"外形",asBody:"人体",asBones:"骨骼",both:"两者",scene:"地面",flat:"平地",hills:"山丘",rolling:"起伏",rocky:"岩石",steps:"台阶",course:"障碍场",show:"显示",trajectory:"轨迹",footprints:"脚印",path:"路径",drawPath:"绘制",circle:"圆形",eight:"八字",stop:"停止",drawHint:"用指针在地面上画路径。",reach:"伸手",leftHand:"左手",rightHand:"右手",reachHint:"拖动小球,手会伸过去。",slide:"脚滑",slideIs:"脚趾着地时在地面上移动的速度",speed:"速度",gait:"步态",frames:"帧率",stand:"站立",walk:"行走",jog:"慢跑",crouch:"蹲伏",jump:"跳跃",bump:"碰撞",keys:"按键",kMove:"行走",kJog:"慢跑",kRun:"快跑",kCrouch:"蹲伏",kJump:"跳跃",hold:"按住",kStrafe:"侧移",kTurn:"转动镜头",kZoom:"缩放",kNext:"下一个角色",kPath:"画路径",kReach:"伸手",kRecord:"录制",kReset:"回到中央",reset:"回到中央",shape:"体型",connecting:"正在连接……",waiting:"连接中断,正在重试……",closed:"会话已结束。",again:"重新连接",noMotion:"没有加载动作网络,角色还不能行走。请把 motion.safetensors 放入 models 文件夹,或在 posed.yaml 的 models 中指定,然后重启 posed。",noWebgl:"此浏览器不支持 WebGL,无法绘制。",noServer:"posed 没有应答,它还在运行吗?",busy:"服务器已达到可实时驱动的角色上限。",limit:"服务器不允许一个会话有更多角色。",tooMany:"服务器已满,无法新建会话。",askKey:"此服务器需要 API 密钥。",key:"API 密钥",open:"打开",others:"其他角色",wander:"漫步",copy:"跟我做",model:"模型",measures:"尺寸",betas:"形状系数",pose:"姿势",skinning:"蒙皮",undo:"撤销",redo:"重做",link:"复制链接",linked:"链接已复制。",download:"GLB",rigged:"带骨骼的 GLB",resetShape:"平均",random:"随机",handles:"手动摆姿势",showHandles:"控制点",handleKeys:"拖动小球;或选中其按钮后用方向键和 Page 键移动,按 Shift 移动更远。",limits:"关节限位",atLimit:"已达限位:",pelvis:"骨盆",solver:"求解器",auto:"自动",style:"风格",any:"任意",iterations:"次迭代",reached:"已到达:",stalled:"求解停滞:",budget:"时间用完:",compare:"并排比较蒙皮",withP:"含 P",withoutP:"不含 P",default:"中性",record:"录制",recording:"停止并保存",recorded:"已保存为带动画的 GLB。",nothingRecorded:"没有录到内容:只能录制人体。",tooFast:"此密钥请求过多,请稍候。",full:"服务器繁忙,请稍后再试。",tooLarge:"请求超过了服务器的上限。",walkWith:"用这个身体行走",height:"身高",mass:"体重",chest_girth:"胸围",waist_girth:"腰围",hip_girth:"臀围",shoulder_width:"肩宽",arm_length:"臂长",inside_leg_height:"腿内侧长",rest:"T 形",relaxed:"放松",apose:"A 形",sit:"坐",wave:"挥手",squat:"深蹲",stride:"跨步",think:"思考",compromise:"这些尺寸互相矛盾,显示的是最接近的身体。",unreachable:"够不到,显示最接近的姿势:",roundTrip:"往返时间",late:"节拍延迟",load:"负载",rate:"帧",bytes:"接收",dropped:"丢弃",sessions:"会话",resident:"模型",vertices:"顶点",joints:"关节",version:"版本",licence:"许可",interface:"接口",metrics:"指标",ofTick:"每拍",perSecond:"/秒",everyone:"此处所有角色",person:"人物",randomPerson:"随机人物",gender:"性别",between:"中性",female:"女性",male:"男性",age:"年龄",among:"在人群中:年龄、身高、体重",heightAmong:"高于",weightAmong:"重于",clothes:"服装与颜色",face:"表情",hands:"手势",outfit:"服装",shoes:"鞋",hair:"发型",none:"无",skinTone:"肤色",hairColor:"发色",iris:"瞳色",asMade:"原本的",asCode:"复制为代码",inLanguage:"语言",c_black:"黑",c_brown:"棕",c_chestnut:"栗",c_red:"红",c_blond:"金",c_grey:"灰",c_white:"白",c_dark:"深棕",c_hazel:"榛",c_green:"绿",c_blue:"蓝",h_relaxed:"放松",h_open:"张开",h_flat:"平伸",h_fist:"握拳",h_point:"指向",h_grip:"抓握",f_smile:"微笑",f_frown:"嘴角下垂",f_jaw:"张嘴",f_pucker:"嘟嘴",f_brows:"扬眉",f_scowl:"皱眉",f_blink:"闭眼",f_wide:"睁大眼",mirror:"照镜子",mirrorEnd:"停止",mirrorPicture:"你的摄像头画面(镜像)",mirrorPrivate:"画面只留在此浏览器中,发送到服务器的只有关节位置。",mirrorAsks:"浏览器正在请求使用摄像头……",mirrorLoads:"正在加载人体检测……",mirrorLooks:"正在寻找你……",mirrorNobody:"没有看到人。请后退,让全身进入画面。",mirrorFollows:"正在跟随你,",mirrorTurned:"左右似乎颠倒:摄像头是否翻转了画面?",mirrorRefused:"浏览器不能使用摄像头。请在地址栏旁允许,然后重试。",mirrorNoCamera:"这里没有摄像头。",mirrorTaken:"摄像头被其他程序占用。",mirrorGone:"摄像头已断开。",mirrorInsecure:"浏览器只允许本机(127.0.0.1)或 HTTPS 页面使用摄像头。",mirrorNoWebgl:"此浏览器不支持 WebGL 2,无法在画面中检测人体。",mirrorAbsent:"此服务器没有人体检测器:请在服务器旁运行 make mirror,然后重启。",mirrorFailed:"人体检测在此无法工作。",left_hand:"左手",right_hand:"右手",left_foot:"左脚",right_foot:"右脚",head:"头"}},Gy=(()=>{try{return localStorage.getItem("posed.language")}catch{return null}})(),ts=Gy??(navigator.language?.startsWith("zh")?"zh":"en");document.documentElement.lang=ts==="zh"?"zh-Hans":"en";var N=s=>If[ts][s]??If.en[s]??s,Wy={left:"左",right:"右",hip:"髋",knee:"膝",ankle:"踝",foot:"脚",spine1:"腰椎",spine2:"下胸椎",spine3:"上胸椎",neck:"颈",head:"头",collar:"锁骨",shoulder:"肩",elbow:"肘",wrist:"腕",hand:"手",pelvis:"骨盆"};function Pf(s){return ts==="zh"?s.split("_").map(e=>Wy[e]??e).join(""):s.replaceAll("_"," ")}function Lf(){try{localStorage.setItem("posed.language",ts==="en"?"zh":"en")}catch{}location.reload()}var lh=[["lbs",!0],["dqs",!0],["lbs",!1],["dqs",!1]],Xy=.95,Ja=class{constructor(e){Object.assign(this,{body:e,isOn:!1,rigs:new Map,group:new ct}),this.meshes=lh.map((t,n)=>{let i=new Ke(new $e,new Lt({color:n<2?14274499:9414333}));return Object.assign(i,{castShadow:!0,receiveShadow:!0,frustumCulled:!1})}),this.meshes.forEach((t,n)=>t.position.set((n-1.5)*Xy,0,0)),this.tags=lh.map(([t,n])=>U("span.tag",{},`${t.toUpperCase()} ${N(n?"withP":"withoutP")}`)),this.group.add(...this.meshes),this.group.visible=!1,e.group.add(this.group),e.view.listeners.add(this)}set(e){if(this.isOn=this.group.visible=e,e)document.body.append(...this.tags);else for(let t of this.tags)t.remove();this.body.mesh.visible=!e,e&&(this.body.view.camera.distance=Math.max(this.body.view.camera.distance,6.4)),this.body.handles.place(),this.body.apply()}async draw(e){let{client:t,facts:n}=this.body,i=this.body.fields(e),r=["vertices","normals","joints","faces"],o=d=>({...i,translation:[0,0,0],skinning:lh[d][0],include:r}),[a,l,c,h]=await Promise.all([t.mesh(e.model,o(0)),t.mesh(e.model,o(1)),t.mesh(e.model,{betas:i.betas,include:r}),this.rig(e.model)]),u=this.without(c,h,i.quaternions,n);[a,l,...u].forEach((d,f)=>nr({BufferAttribute:ke},this.meshes[f].geometry,d))}rig(e){return this.rigs.has(e)||this.rigs.set(e,this.body.client.glb(e,{rig:!0,morphs:!1,wear:"none"}).then(Xs)),this.rigs.get(e)}without(e,t,n,{parents:i}){let r=f=>[...e.joints.subarray(3*f,3*f+3)],o=new Float32Array(16*t.joints.length),a=t.joints.map((f,g)=>{let x=i[g]??-1,m=r(g);return o.set([1,0,0,0,0,1,0,0,0,0,1,0,...m.map(p=>-p),1],16*g),{parent:x,offset:x<0?m:m.map((p,w)=>p-e.joints[3*x+w])}}),l=new Float32Array(12*a.length),c=new Float32Array(l.length),h=Float32Array.from([1,0,0,0,0,1,0,0,0,0,1,0]);Ka({joints:a,rig:{inverseBinds:o}},n.flat(),a[0].offset,h,l,c);let u={positions:e.vertices,normals:e.normals,joints:t.skinIndex,weights:t.skinWeight},d=Rf(c);return[[Za,c],[Cf,d]].map(([f,g])=>{let x=new Float32Array(e.vertices.length),m=new Float32Array(x.length);for(let p=0;p<x.length/3;p++)f(u,g,p,x,m,3*p);return{vertices:qy(x),normals:m,faces:e.faces}})}update(){if(!this.isOn||!this.body.group.visible)return;let{eye:e}=this.body.view.camera,{clientWidth:t,clientHeight:n}=this.body.view.canvas,i=new R;this.tags.forEach((r,o)=>{i.set(this.meshes[o].position.x,2,0).project(e),r.style.transform=`translate(-50%, -100%) translate(${(i.x+1)/2*t}px, ${(1-i.y)/2*n}px)`})}show(e){for(let t of this.tags)e||t.remove();e&&this.isOn&&document.body.append(...this.tags)}};function qy(s){let e=1/0;for(let t=1;t<s.length;t+=3)e=Math.min(e,s[t]);for(let t=1;t<s.length;t+=3)s[t]-=e;return s}var ch=.018,Df=160,jy=9,$y=480,Yy=400,Ky=.4,Zy=.15,Jy=.16,Xr=class{constructor(e,t,n){Object.assign(this,{shape:e,most:t,count:0,isShown:!0});let i=new $e;for(let[r,o]of[["position",3],["color",4]])i.setAttribute(r,new ke(new Float32Array(o*e.length*t),o).setUsage(Bs));this.mesh=new Ke(i,new kt({vertexColors:!0,transparent:!0,opacity:.9,depthWrite:!1,side:Ht,forceSinglePass:!0})),Object.assign(this.mesh,{frustumCulled:!1,renderOrder:n})}clear(){this.count=0}add(e,t,n,i,r,{heightAt:o=null,size:a=1,opacity:l=1}={}){if(this.count>=this.most)return;let{position:c,color:h}=this.mesh.geometry.attributes,u=a*Math.cos(i),d=a*Math.sin(i),f=this.shape.length*this.count++;for(let[g,x,m=1]of this.shape)c.setXYZ(f,e+u*g+d*x,t,n-d*g+u*x),o&&c.setY(f,o(c.getX(f),c.getZ(f))+ch),h.setXYZW(f++,r.r,r.g,r.b,m*l)}send(){let{geometry:e}=this.mesh,t=this.shape.length*this.count;e.setDrawRange(0,t),this.mesh.visible=this.isShown&&t>0;for(let n of Object.values(e.attributes))n.clearUpdateRanges(),n.addUpdateRange(0,n.itemSize*t),n.needsUpdate=t>0}},Qy=[[0,.075],[.055,-.045],[0,-.018],[0,.075],[0,-.018],[-.055,-.045]],hh=(s,e,t,n)=>Array.from({length:n},(i,r)=>[r,r+1].map(o=>[e*Math.sin(2*Math.PI*o/n),s+t*Math.cos(2*Math.PI*o/n)])).flatMap(i=>[[0,s],...i]),ev=hh(0,1,1,14).map(([s,e],t)=>[s,e,t%3?0:1]),tv=[...hh(.055,.046,.085,10),...hh(-.085,.034,.042,8)],Qa=class{constructor(e,t){Object.assign(this,{view:e,ground:t,prints:[],at:0,now:0,showTrajectory:!1,showPrints:!1,color:new ae,world:new Float32Array(36)}),this.dots=new Xr(Qy,$y,2),this.soles=new Xr(tv,Df,1),this.line=new jn(new $e,new xi({color:16777215,transparent:!0,opacity:.9})),this.line.frustumCulled=this.line.visible=!1,e.scene.add(this.dots.mesh,this.soles.mesh,this.line),this.heightAt=(n,i)=>t.heightAt(n,i),this.theme(e.colors),e.listeners.add(this)}show(e){for(let t of[this.dots,this.soles])t.mesh.visible=t.isShown=e;this.line.visible=e}theme(e){this.future=new ae(e.mark),this.past=new ae(e.line),this.haze=new ae(e.ground),this.feet=[new ae(4173434),new ae(14715452)],this.line.material.color.copy(this.future)}trajectories(e){this.dots.clear();for(let t of this.showTrajectory?e:[]){if(!t.trajectory)continue;let{points:n,facings:i}=t.trajectory,r=i.length/2;Ti(t,n,this.world);for(let o=0;o<i.length;o++)this.dots.add(this.world[3*o],this.world[3*o+1]+ch,this.world[3*o+2],t.yaw+i[o],o<r?this.past:this.future)}this.dots.send()}footprint(e,t,n,i,r){this.prints[this.at++%Df]={side:e,x:t,y:n,z:i,yaw:r,time:this.now}}forgetPrints(){this.prints=[],this.at=0}update(e,t){this.now=t,this.soles.clear();for(let n of this.showPrints?this.prints:[]){let i=(t-n.time)/jy;i<1&&this.soles.add(n.x,n.y+ch,n.z,n.yaw,this.color.copy(this.feet[n.side]).lerp(this.haze,i))}this.soles.send()}path(e,t=!1){let n=t&&e.length?[...e,e[0]]:e;this.line.geometry.dispose(),this.line.geometry=new $e().setFromPoints(n.map(([i,r])=>new R(i,this.ground.heightAt(i,r)+.03,r)))}},qs=class{constructor(e,t,n){this.view=t,this.heightAt=(i,r)=>n?.heightAt(i,r)??0,this.spots=new Xr(ev,Yy,0),e.add(this.spots.mesh),this.theme()}theme(){this.dark=new ae(this.view.colors.ground).multiplyScalar(.12)}begin(){this.spots.clear()}below(e,t=0,n=0){let i=this.view.sun.castShadow?.4:.75;for(let r=0;r<e.length;r+=3){let o=[e[r]+t,e[r+2]+n],a=e[r+1]-this.heightAt(...o);a<Ky&&this.spot(...o,Jy+.4*Math.max(0,a),i*Math.exp(-Math.max(0,a)/Zy))}}spot(e,t,n,i){this.spots.add(e,0,t,0,this.dark,{heightAt:this.heightAt,size:n,opacity:i})}send(){this.spots.send()}},nv=new zi(1,20,14),ns=class{constructor(e,t,n=.05){this.view=e,this.mesh=new Ke(nv,new kt({color:t,transparent:!0,opacity:.85,depthTest:!1})),this.mesh.renderOrder=9,this.mesh.scale.setScalar(n),this.radius=n,e.scene.add(this.mesh)}get position(){return this.mesh.position}miss(e){let t=Math.max(1.6*this.radius,.03*e.origin.distanceTo(this.position));return this.mesh.visible?e.distanceToPoint(this.position)/t:1/0}drag(e,t,n=()=>{}){let i=this.view.camera.eye.getWorldDirection(new R),r=new cn().setFromNormalAndCoplanarPoint(i,this.position),o=this.position.clone(),a=new R,l=e.intersectPlane(r,new R)??o.clone();return{move:(c,h)=>{h.intersectPlane(r,a)&&(this.position.copy(o).add(a).sub(l),t(this.position))},end:n}}dispose(){this.mesh.removeFromParent(),this.mesh.material.dispose()}};var Nf=["left_hand","right_hand","left_foot","right_foot","head","pelvis"],Uf={head:"spine1"},uh=["left_ankle","right_ankle"],iv={example:[],neural:["head","left_hand","right_hand"]},sv=.02,rv=5,ov={ArrowLeft:[-1,0,0],ArrowRight:[1,0,0],ArrowUp:[0,1,0],ArrowDown:[0,-1,0],PageUp:[0,0,1],PageDown:[0,0,-1]},el=class{constructor(e){Object.assign(this,{body:e,view:e.view,isOn:!0,held:null}),this.all=Nf.map(t=>({joint:t,ball:new ns(this.view,t==="pelvis"?10116064:3108845,.03)})),this.limits=Array.from({length:12},()=>new ns(this.view,14702140,.022)),this.hits=[],this.said=U("p.verdict",{role:"status"});for(let{mesh:t}of[...this.all.map(n=>n.ball),...this.limits])t.visible=!1}panel(){this.knobs=this.all.map(e=>Object.assign(We(N(e.joint),()=>{},{title:N("handleKeys"),pressed:!1}),{which:e}));for(let e of this.knobs)e.addEventListener("keydown",t=>this.key(t,e.which)),e.addEventListener("focus",()=>this.point(e.which,!0)),e.addEventListener("blur",()=>this.point(e.which,!1));return U("fieldset.row",{},U("legend",{},N("handles")),this.knobs,U("p.quiet",{},N("handleKeys")))}point(e,t){e.ball.mesh.scale.setScalar((t?1.5:1)*e.ball.radius),this.knobs.find(n=>n.which===e).press(t),!t&&this.held===e.ball&&this.release()}key(e,t){let n=ov[e.key];if(!n||e.ctrlKey||e.metaKey||!this.body.joints)return;e.preventDefault(),e.stopPropagation(),this.held!==t.ball&&(this.stroke=this.begin(t));let{right:i,ahead:r}=this.view.camera.axes,o=sv*(e.shiftKey?rv:1),a=t.ball.position;a.x+=o*(n[0]*i[0]+n[2]*r[0]),a.z+=o*(n[0]*i[1]+n[2]*r[1]),a.y+=o*n[1],this.stroke(a)}grab(e){if(!this.body.joints||!this.isOn)return null;let t=this.all.map(n=>({...n,miss:n.ball.miss(e)})).sort((n,i)=>n.miss-i.miss)[0];return t.miss<1?t.ball.drag(e,this.begin(t),()=>this.release()):null}begin({joint:e,ball:t}){this.held=t;let{body:n}=this,i=`drag${performance.now()}`,r=n.fields(),o=new Map([...uh,...Nf].map(l=>n.named(l)).filter(l=>n.names.includes(l)).map(l=>[l,n.place(l)])),a=n.place("pelvis").sub(new R().fromArray(n.restPelvis));return l=>n.solving.ask({joint:n.named(e),at:l.clone(),name:i,start:r,origin:a,places:o})}release(){this.held=null,this.place()}async solve({joint:e,at:t,name:n,start:i,origin:r,places:o}){let{body:a}=this,{state:l}=a,c=iv[l.solver],h=e==="pelvis"&&!c,u=h?r.clone().add(t).sub(o.get("pelvis")):r,d=v=>({joint:v,position:o.get(v).toArray(),orientation:av(a.facts,i.quaternions,v)}),f=v=>({joint:v,position:(v===e?t:o.get(v)).toArray()}),g=uh.filter(v=>v.split("_")[0]!==e.split("_")[0]||!e.endsWith("foot")).map(v=>({joint:v,keep:!0})),x=c?[...[...new Set([e,...c.map(v=>a.named(v))])].map(f),...g]:h?uh.map(d):[{joint:e,position:t.toArray(),...Uf[e]?{chain:Uf[e]}:{}}],m=await a.client.ik({skeleton:l.model,betas:i.betas,quaternions:i.quaternions,translation:u.toArray(),targets:x,limits:l.limits,solver:l.solver,move_root:!!c,...l.solver==="example"&&l.style?{style:l.style}:{}});this.hits=l.limits?m.limits_hit:[],this.say(m);let{x:p,z:w}=c&&m.translation?new R().fromArray(m.translation):u;a.set({quaternions:m.pose.quaternions.map(v=>v.map(_=>Number(_.toFixed(5)))),at:[p,w].map(v=>Number(v.toFixed(4)))},n)}say({status:e,targets:t,iterations:n}){let i=[...new Set(this.hits.map(o=>o.joint))].map(Pf).join(", "),r=`${[...new Set(t.map(o=>o.solver))].join(", ")}, ${n} ${N("iterations")}`;this.said.classList.toggle("missed",e!=="reached"),this.said.textContent=[`${N(e)} ${r}${e==="reached"?"":"."}`,i?`${N("atLimit")} ${i}`:""].filter(Boolean).join(" · ")}forget(){this.hits=[],this.said.textContent=""}place(){let{body:e}=this,t=e.group.visible&&!e.compare.isOn&&e.joints;for(let{joint:i,ball:r}of this.all)r.mesh.visible=!!(t&&this.isOn&&e.names.includes(e.named(i))),r.mesh.visible&&r!==this.held&&r.position.copy(e.place(i));let n=[...new Set(this.hits.map(i=>i.joint))];this.limits.forEach((i,r)=>{i.mesh.visible=!!(t&&r<n.length),i.mesh.visible&&i.position.copy(e.place(n[r]))})}};function av({joint_names:s,parents:e},t,n){let i=new St;for(let r=s.indexOf(n);r>=0;r=e[r]??-1)i.premultiply(new St().fromArray(t[r]));return i.toArray()}var tl=new Map,lv=/^(lashes|teeth|tongue)/;function il(s){return Promise.all(s.map(({name:e,bytes:t})=>(tl.has(e)||tl.set(e,cv(t.slice()).catch(n=>{throw tl.delete(e),n})),tl.get(e))))}async function cv(s){let e=await createImageBitmap(new Blob([s],{type:"image/png"}),{premultiplyAlpha:"none",colorSpaceConversion:"none"}),{width:t,height:n}=e,i=Object.assign(document.createElement("canvas"),{width:t,height:n}).getContext("2d",{willReadFrequently:!0});return i.drawImage(e,0,0),{bitmap:e,width:t,height:n,pixels:i.getImageData(0,0,t,n).data}}var hv=s=>s<=.04045?s/12.92:((s+.055)/1.055)**2.4,nl=Float32Array.from({length:256},(s,e)=>hv(e/255));function uv({pixels:s}){let e=[0,0,0],t=0;for(let n=0;n<s.length;n+=4)if(!(s[n+3]<128)){for(let i=0;i<3;i++)e[i]+=nl[s[n+i]];t++}return e.map(n=>t?n/t:1)}function dv({pixels:s,width:e,height:t},n,i){let r=Math.min(e-1,Math.floor((n-Math.floor(n))*e)),o=Math.min(t-1,Math.floor((i-Math.floor(i))*t)),a=4*(o*e+r);return[nl[s[a]],nl[s[a+1]],nl[s[a+2]]]}function fv(s,e,t,n){let{color:i,image:r}=t.material,o=n[r],a=o&&t.material.name.startsWith("eye"),l=o&&!a?uv(o):[1,1,1];for(let c=0;c<t.positions.length/3;c++){let h=a?dv(o,t.uvs[2*c],t.uvs[2*c+1]):l;for(let u=0;u<3;u++)s[e+3*c+u]=i[u]*h[u]}}function Of({parts:s},e){let t=s.filter(h=>!lv.test(h.material.name)),n=t.reduce((h,u)=>h+u.positions.length/3,0),i=Math.max(...t.map(h=>h.levels.length)),r={positions:new Float32Array(3*n),normals:new Float32Array(3*n),skinIndex:new Uint8Array(4*n),skinWeight:new Float32Array(4*n),colors:new Float32Array(3*n)},o=Array.from({length:i+1},()=>[]),a=0;for(let h of t){for(let[u,d]of[["positions",3],["normals",3],["skinIndex",4],["skinWeight",4]])r[u].set(h[u],d*a);fv(r.colors,3*a,h,e),[h.indices,...h.levels].forEach((u,d)=>{u&&o[d].push(Uint32Array.from(u,f=>f+a))}),a+=h.positions.length/3}let[l,...c]=o.map(pv);return{...r,indices:l,levels:c}}function pv(s){let e=new Uint32Array(s.reduce((n,i)=>n+i.length,0)),t=0;for(let n of s)e.set(n,t),t+=n.length;return e}var dh=new Map;function mv(s,{bitmap:e}){if(!dh.has(s)){let t=Object.assign(new Et(e),{flipY:!1,colorSpace:bt,wrapS:bn,wrapT:bn,anisotropy:4,needsUpdate:!0});dh.set(s,t)}return dh.get(s)}function sl({material:s},e,t,n){let i=s.image<0?null:mv(e[s.image].name,t[s.image]),r=s.alpha!=="OPAQUE",o=s.name.startsWith("hair"),a=s.name.startsWith("eyes"),l={color:new ae().setRGB(...s.color.slice(0,3)),map:i,side:s.isTwoSided?Ht:en,alphaTest:r?.5:0};return n?new Lt(l):s.name==="skin"?new zt({...l,roughness:.55,sheen:.35,sheenRoughness:.5,sheenColor:new ae(.9,.35,.25)}):new nn({...l,roughness:a?.08:o?.5:s.roughness,alphaToCoverage:r})}function ph(s){return s===null?"None":typeof s=="boolean"?s?"True":"False":Array.isArray(s)?`[${s.map(ph).join(", ")}]`:typeof s=="object"?`{${Object.entries(s).map(([e,t])=>`${JSON.stringify(e)}: ${ph(t)}`).join(", ")}}`:JSON.stringify(s)}var fh=s=>`'${s.replaceAll("'","'\\''")}'`,Nt=JSON.stringify;function gv({method:s,url:e,headers:t,json:n,file:i,saved:r}){let o=n!==void 0||i,a=s===(o?"POST":"GET"),l=["curl"];a||l.push("-X",s),r&&l.push("-o",r),l.push(fh(e));for(let[c,h]of Object.entries(t))l.push("-H",fh(`${c}: ${h}`));return n!==void 0&&l.push("-d",fh(Nt(n))),i&&l.push("--data-binary",`@${i}`),l.join(" ")}function xv({method:s,url:e,headers:t,json:n,file:i,saved:r}){let o=[];s!=="GET"&&o.push(`method: ${Nt(s)}`),Object.keys(t).length&&o.push(`headers: ${Nt(t)}`),n!==void 0&&o.push(`body: JSON.stringify(${Nt(n)})`),i&&o.push("body: file");let a=o.length?`, {
${o.map(l=>`  ${l},
`).join("")}}`:"";return[i?"// file: a File or an ArrayBuffer":null,`const reply = await fetch(${Nt(e)}${a});`,"if (!reply.ok) throw new Error((await reply.json()).detail);",r?"const bytes = await reply.arrayBuffer();":"const found = await reply.json();"].filter(Boolean).join(`
`)}function _v({method:s,url:e,headers:t,json:n,file:i,saved:r}){let o=n!==void 0?`json.dumps(${ph(n)}).encode()`:i?`open(${Nt(i)}, "rb").read()`:"None",l=[n!==void 0||!r?`import json
import urllib.request`:"import urllib.request","",`request = urllib.request.Request(${Nt(e)}, ${o}, ${Nt(t)}, method=${Nt(s)})`];return l.push(r?`open(${Nt(r)}, "wb").write(urllib.request.urlopen(request).read())`:"found = json.load(urllib.request.urlopen(request))"),l.join(`
`)}function yv({method:s,url:e,headers:t,json:n,file:i,saved:r}){let o=["#include <curl/curl.h> /* cc ask.c -lcurl */","#include <stdio.h>","","int main(void)","{","    CURL *curl = curl_easy_init();","    struct curl_slist *heads = NULL;"];i&&o.push(`    FILE *body = fopen(${Nt(i)}, "rb");`),r&&o.push(`    FILE *out = fopen(${Nt(r)}, "wb");`),o.push(`    curl_easy_setopt(curl, CURLOPT_URL, ${Nt(e)});`);for(let[a,l]of Object.entries(t))o.push(`    heads = curl_slist_append(heads, ${Nt(`${a}: ${l}`)});`);return o.push("    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, heads);"),n!==void 0&&o.push(`    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ${Nt(Nt(n))});`),i&&o.push("    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);","    curl_easy_setopt(curl, CURLOPT_READDATA, body);"),s!==(n!==void 0?"POST":i?"PUT":"GET")&&o.push(`    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ${Nt(s)});`),o.push("    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);"),r&&o.push("    curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);"),o.push("    CURLcode code = curl_easy_perform(curl);",'    if (code) fprintf(stderr, "%s\\n", curl_easy_strerror(code));'),r&&o.push("    fclose(out);"),i&&o.push("    fclose(body);"),o.push("    curl_slist_free_all(heads);","    curl_easy_cleanup(curl);","    return code != 0;","}"),o.join(`
`)}var mh={curl:gv,JavaScript:xv,Python:_v,C:yv};var gh=s=>typeof s=="number"?Number(s.toFixed(4)):Array.isArray(s)?s.map(gh):s&&typeof s=="object"?Object.fromEntries(Object.entries(s).map(([e,t])=>[e,gh(t)])):s,vv=(s,e,t)=>({method:"POST",url:`${s}/v1/models/${e}/mesh?format=glb`,headers:{"Content-Type":"application/json"},json:gh(t),saved:"body.glb"});function Ff(s){let e="curl",t=null,n=U("pre.code",{tabIndex:0}),i=()=>{t&&(n.textContent=mh[e](vv(s,...t)))},r=()=>navigator.clipboard.writeText(n.textContent).then(()=>dt(N("copied"),"hint"),()=>dt(N("notCopied"),"hint")),o=U("details",{},U("summary",{},N("asCode")),U(".betas",{},dn({label:N("inLanguage"),options:Object.keys(mh).map(a=>[a,a]),value:e,onchange:a=>{e=a,i()}}),n,We(N("copyText"),r)));return o.set=(a,l)=>{t=[a,l],i()},o}var xh=["outfit","shoes","hair"],bv=["relaxed","open","flat","fist","point","grip"],wv=["neutral","female","male"],Mv=["black","brown","chestnut","red","blond","grey","white"],Sv=["brown","dark","hazel","green","blue","grey"],_h={smile:["mouthSmileLeft","mouthSmileRight"],frown:["mouthFrownLeft","mouthFrownRight"],jaw:["jawOpen"],pucker:["mouthPucker"],brows:["browInnerUp","browOuterUpLeft","browOuterUpRight"],scowl:["browDownLeft","browDownRight"],blink:["eyeBlinkLeft","eyeBlinkRight"],wide:["eyeWideLeft","eyeWideRight"]},kf={random:5,gender:"",age:0,height:50,weight:50,wear:null,skin:null,hair_color:null,iris:null,left_hand:"relaxed",right_hand:"relaxed",face:{}},yh=()=>({...kf,face:{}});function Bf(s){let{face:e,...t}=s;return[...Object.entries(t).filter(([i,r])=>r!==null&&r!==""&&r!==kf[i]).map(([i,r])=>`${i}:${r}`),...Object.entries(e).filter(([,i])=>i).map(([i,r])=>`${i}:${r}`)].join(";")}function zf(s){let e=yh();for(let t of(s??"").split(";")){let[n,i]=t.split(":"),r=Number(i);Object.hasOwn(_h,n)&&r>=0&&r<=1?e.face[n]=r:["random","age","height","weight","skin"].includes(n)&&Number.isFinite(r)?e[n]=r:Object.hasOwn(e,n)&&n!=="face"&&/^[\w,-]+$/.test(i??"")&&(e[n]=i)}return e}var rl=class{constructor(e){Object.assign(this,{body:e,isOn:!1,items:[],names:[]})}async take({id:e,expression_names:t=[]}){let{client:n,app:i}=this.body;this.isOn=e==="person",this.expressions=t,!(!this.isOn||this.items.length)&&(this.items=(await n.json("GET","/v1/wardrobe").catch(r=>(i.say(r),{items:[]}))).items,this.body.state.betas.length||await this.ask({},!0))}fields({person:e}){let t=Object.fromEntries(Object.entries(e.face).flatMap(([i,r])=>r?_h[i].filter(o=>this.expressions.includes(o)).map(o=>[o,r]):[])),n=Object.fromEntries(["wear","skin","hair_color","iris"].filter(i=>e[i]!==null).map(i=>[i,e[i]]));return{left_hand:e.left_hand,right_hand:e.right_hand,look:e.random,...n,...Object.keys(t).length?{blend_shapes:t}:{}}}walker(e){if(!this.isOn)return e.betas.length?{betas:e.betas}:{};let{left_hand:t,right_hand:n,blend_shapes:i,...r}=this.fields(e);return{betas:e.betas,...r}}async ask(e,t=!1){let{body:n}=this,i={...n.state.person,...e},r=[["height",i.height],["mass",i.weight]].filter(([,l])=>l!==50).map(([l,c])=>`${l}:${c}`).join(","),o={random:i.random,...i.gender?{gender:i.gender}:{},...i.age?{age:i.age}:{},...r?{percentile:r}:{}},{betas:a}=(await n.client.json("POST","/v1/models/person/joints",o)).bodies[0];n.wanted={},t?n.state={...n.state,betas:a,person:i}:n.set({betas:a,person:i},e.random===void 0?`person ${Object.keys(e)}`:"")}change(e,t=""){this.body.set({person:{...this.body.state.person,...e}},t)}wear(e,t){let n={...this.now,[e]:t};this.change({wear:xh.map(i=>n[i]).filter(Boolean).join(",")||"none"})}worn(e){this.now=Object.fromEntries(xh.map(t=>[t,this.items.find(n=>n.slot===t&&e.includes(n.name))?.name??""]));for(let[t,n]of Object.entries(this.slots??{}))n.set(this.now[t])}set({person:e}){if(this.rows){this.rows.gender.set(e.gender||"any");for(let t of["age","height","weight"])this.rows[t].set(e[t]||(t==="age"?35:e[t]));e.skin!==null&&this.rows.skin.set(e.skin);for(let t of["hair_color","iris"])this.rows[t].set(e[t]??"");for(let t of["left_hand","right_hand"])this.rows[t].set(e[t]);for(let[t,n]of Object.entries(this.faces))n.set(e.face[t]??0)}}panel(){if(!this.isOn)return this.rows=this.slots=null,[];let e=this.body.state.person,t={busy:!1,next:null},n=async d=>{if(t.next={...t.next,...d},!t.busy){for(t.busy=!0;t.next;){let f=t.next;t.next=null,await this.ask(f).catch(g=>this.body.app.say(g))}t.busy=!1}},i=d=>Nn({label:N(`${d}Among`),min:1,max:99,step:1,value:e[d],show:f=>`${f} %`,oninput:f=>n({[d]:f})}),r=d=>d.map(f=>[f,N(`c_${f}`)]),o=d=>yi({label:N(d),options:bv.map(f=>[f,N(`h_${f}`)]),value:e[d],onchange:f=>this.change({[d]:f})});this.rows={gender:dn({label:N("gender"),options:[["any",N("any")],...wv.map(d=>[d,N(d==="neutral"?"between":d)])],value:e.gender||"any",onchange:d=>n({gender:d==="any"?"":d})}),age:Nn({label:N("age"),min:18,max:65,step:1,value:e.age||35,oninput:d=>n({age:d})}),height:i("height"),weight:i("weight"),skin:Nn({label:N("skinTone"),min:0,max:1,step:.01,value:e.skin??.5,show:d=>d.toFixed(2),oninput:d=>this.change({skin:d},"skin")}),hair_color:yi({label:N("hairColor"),options:[["",N("asMade")],...r(Mv)],value:e.hair_color??"",onchange:d=>this.change({hair_color:d||null})}),iris:yi({label:N("iris"),options:[["",N("asMade")],...r(Sv)],value:e.iris??"",onchange:d=>this.change({iris:d||null})}),left_hand:o("left_hand"),right_hand:o("right_hand")};let{gender:a,age:l,height:c,weight:h,...u}=this.rows;return this.slots=Object.fromEntries(xh.map(d=>[d,yi({label:N(d),options:[["",N("none")],...this.items.filter(f=>f.slot===d).map(f=>[f.name,f.name.replaceAll("-"," ")])],value:this.now?.[d]??"",onchange:f=>this.wear(d,f)})])),this.faces=Object.fromEntries(Object.keys(_h).map(d=>[d,Nn({label:N(`f_${d}`),min:0,max:1,step:.05,value:e.face[d]??0,show:f=>f.toFixed(2),oninput:f=>this.change({face:{...this.body.state.person.face,[d]:f}},`face ${d}`)})])),[We(N("randomPerson"),()=>n({random:Math.floor(Math.random()*1e5),wear:null,skin:null,hair_color:null,iris:null}),{kind:"primary"}),a,U("details",{},U("summary",{},N("among")),U(".betas",{},l,c,h)),U("details",{},U("summary",{},N("clothes")),U(".betas",{},U(".fields",{},Object.values(this.slots)),u.skin,U(".fields",{},u.hair_color,u.iris))),U("details",{},U("summary",{},N("face")),U(".betas",{},Object.values(this.faces))),U("details",{},U("summary",{},N("hands")),U(".fields",{},u.left_hand,u.right_hand))]}};var ol={relaxed:{left_shoulder:[0,0,-72],right_shoulder:[0,0,72],left_elbow:[0,-14,0],right_elbow:[0,14,0]},rest:{},apose:{left_shoulder:[0,0,-42],right_shoulder:[0,0,42]},wave:{left_shoulder:[0,0,-72],right_shoulder:[0,0,-18],right_elbow:[0,0,-82],left_elbow:[0,-14,0],head:[0,0,8]},sit:{left_hip:[-88,0,6],right_hip:[-88,0,-6],left_knee:[88,0,0],right_knee:[88,0,0],left_shoulder:[0,-14,-68],right_shoulder:[0,14,68],left_elbow:[0,-62,0],right_elbow:[0,62,0]},squat:{left_hip:[-96,16,14],right_hip:[-96,-16,-14],left_knee:[112,0,0],right_knee:[112,0,0],left_ankle:[-26,0,0],right_ankle:[-26,0,0],spine1:[20,0,0],spine2:[10,0,0],left_shoulder:[0,-80,0],right_shoulder:[0,80,0]},stride:{left_hip:[-34,0,0],right_hip:[22,0,0],left_knee:[18,0,0],right_knee:[34,0,0],left_ankle:[4,0,0],right_ankle:[14,0,0],spine1:[4,8,0],left_shoulder:[30,20,-68],right_shoulder:[-26,20,68],left_elbow:[0,-30,0],right_elbow:[0,44,0]},think:{left_shoulder:[0,-30,-62],left_elbow:[0,-88,0],right_shoulder:[0,34,58],right_elbow:[0,136,0],head:[14,0,4],spine2:[6,0,0]}};function Hf(s,e){return e.map(t=>Ev(ol[s]?.[t]??[0,0,0]))}function Ev(s){let e=s.map(i=>i*Math.PI/180),t=Math.hypot(...e),n=t?Math.sin(t/2)/t:0;return[...e.map(i=>Number((i*n).toFixed(6))),Number(Math.cos(t/2).toFixed(6))]}var Vf=["height","mass","chest_girth","waist_girth","hip_girth","shoulder_width","arm_length","inside_leg_height"],vh={height:[1.45,2.05],mass:[40,130],chest_girth:[.7,1.4],waist_girth:[.55,1.4],hip_girth:[.75,1.4],shoulder_width:[.28,.45],arm_length:[.4,.62],inside_leg_height:[.65,1]},Tv=100,Av=s=>e=>s==="mass"?`${e.toFixed(1)} kg`:`${(100*e).toFixed(1)} cm`,js=class{constructor(e,t){Object.assign(this,{work:e,fail:t,busy:!1,wish:null})}async ask(e){if(this.wish=e,!this.busy){for(this.busy=!0;this.wish;){let t=this.wish;this.wish=null,await this.work(t).catch(this.fail)}this.busy=!1}}},al=class{constructor(e){Object.assign(this,{app:e,view:e.view,client:e.client,past:[],future:[],wanted:{}}),this.state={model:"person",betas:[],person:yh(),pose:"relaxed",quaternions:null,at:[0,0],skinning:"lbs",limits:!0,solver:"auto",style:""},this.group=new ct,this.geometry=new $e,this.mesh=new Ke(this.geometry,new Lt({color:14274499})),Object.assign(this.mesh,{castShadow:!0,receiveShadow:!0,frustumCulled:!1}),this.dressed=new ct,this.group.add(this.mesh,this.dressed),this.view.scene.add(this.group),this.handles=new el(this),this.person=new rl(this),this.compare=new Ja(this),this.drawing=new js(t=>this.draw(t),t=>e.say(t)),this.measuring=new js(t=>this.measure(t),t=>e.say(t)),this.fitting=new js(t=>this.fit(t),t=>e.say(t)),this.solving=new js(t=>this.handles.solve(t),t=>e.say(t)),this.panel=U("section",{"aria-busy":"true"}),this.hud=this.handles.said,this.shade=new qs(this.group,this.view,null),this.view.listeners.add(this),this.group.visible=!1,addEventListener("keydown",t=>this.key(t))}async start(){this.started=!0;let e=await this.client.models();this.models=e.filter(n=>n.kind==="body").map(n=>n.id),await this.learnSolvers(e);let t=Iv(location.hash);this.models.includes(this.state.model)||(this.state.model="default"),t&&this.models.includes(t.model)&&(this.state={...this.state,...t}),t&&this.app.view.camera.read(Pv(location.hash)),await this.take(this.state.model),this.makePanel(),Lv(location.hash)&&this.compareRow.input.click(),this.apply()}async learnSolvers(e){let t=await this.client.json("GET","/openapi.json"),{properties:n}=t.paths["/v1/ik/solve"].post.requestBody.content["application/json"].schema,i=e.find(r=>r.kind==="pose-prior");this.solvers=n.solver.enum.filter(r=>r!=="hybrik"&&(r!=="example"||i)&&(r!=="neural"||e.some(o=>o.kind==="pose-network"))),this.styles=i&&this.solvers.includes("example")?(await this.client.model(i.id)).styles??[]:[]}async take(e){this.facts=await this.client.model(e),this.names=this.facts.joint_names,await this.person.take(this.facts)}named(e){return this.names.includes(e)?e:e.replace("_hand","_wrist")}set(e,t=""){(!t||t!==this.coalesced)&&this.past.push(this.state),this.past.length>Tv&&this.past.shift(),this.coalesced=t,this.future=[],this.state={...this.state,...e},this.apply()}undo(e=this.past,t=this.future){if(!e.length)return;t.push(this.state);let n=this.state.model;if(this.state=e.pop(),this.coalesced="",this.wanted={},this.handles.forget(),n===this.state.model)return this.apply();this.take(this.state.model).then(()=>{this.makePanel(),this.apply()}).catch(i=>this.app.say(i))}key(e){!this.group.visible||!(e.ctrlKey||e.metaKey)||e.code!=="KeyZ"||(e.preventDefault(),e.shiftKey?this.undo(this.future,this.past):this.undo())}fields(e=this.state){return{betas:e.betas,quaternions:e.quaternions??Hf(e.pose,this.names),translation:[e.at[0],0,e.at[1]],ground:!0}}request(e=this.state){let{quaternions:t,...n}=this.fields(e);return this.person.isOn?{...n,global_orient:t[0],body_pose:t.slice(1,22),...this.person.fields(e),...e.skinning==="lbs"?{}:{skinning:e.skinning}}:{...n,quaternions:t,skinning:e.skinning}}apply(){let e=this.state;this.drawing.ask(e),this.measuring.ask(e),this.address(),this.betas&&(this.betas.forEach((t,n)=>t.set(e.betas[n]??0)),this.modelRow.set(e.model),this.poseRow.set(e.quaternions?"":e.pose),this.skinRow.set(e.skinning),this.limitsRow.set(e.limits),this.solverRow.set(e.solver),this.styleRow?.set(e.style),this.undoKnob.disabled=!this.past.length,this.redoKnob.disabled=!this.future.length,this.person.set(e),this.plain.href=this.client.glbUrl(e.model,Gf({...this.request(),contact:!0})),this.rigged.href=this.client.glbUrl(e.model,Gf({...this.request(),rig:!0,skinning:void 0})),this.code.set(e.model,this.request()))}async draw(e){if(await this.learnPelvis(e),this.person.isOn&&!this.compare.isOn)return this.dress(e);this.dressed.visible=!1,this.mesh.visible=!this.compare.isOn;let t=["vertices","normals","joints"],n=this.drawn!==e.model,i=await this.client.mesh(e.model,{...this.fields(e),skinning:e.skinning,include:n?[...t,"faces"]:t});this.geometry=nr({BufferAttribute:ke},this.mesh.geometry,i),this.drawn=e.model,this.joints=i.joints,this.handles.place(),this.compare.isOn&&await this.compare.draw(e)}async learnPelvis({model:e,betas:t}){let n=`${e}/${t}`;this.pelvisOf!==n&&(this.restPelvis=t.length?[...(await this.client.joints(e,{betas:t})).slice(0,3)]:this.facts.rest_joints[0],this.pelvisOf=n)}async dress(e){let t=this.request(e),{look:n,wear:i,skin:r,hair_color:o,iris:a,skinning:l,...c}=t,[h,u]=await Promise.all([this.client.request("POST",`/v1/models/${e.model}/mesh?format=glb`,t),this.client.joints(e.model,c)]),d=Xs(await h.arrayBuffer()),f=await il(d.images);for(let x of this.dressed.children)x.geometry.dispose(),x.material.dispose();this.dressed.clear();for(let x of d.parts){let m=new $e().setIndex(new ke(x.indices,1));for(let[p,w,v]of[["position",x.positions,3],["normal",x.normals,3],["uv",x.uvs,2]])w&&m.setAttribute(p,new ke(w,v));this.dressed.add(Object.assign(new Ke(m,sl(x,d.images,f,this.view.isSoftware)),{castShadow:!0,receiveShadow:!this.view.isSoftware,frustumCulled:!1}))}let g=x=>x.positions.reduce((m,p,w)=>w%3===1?Math.min(m,p):m,1/0);this.dressed.position.y=g(d.parts[0])-Math.min(...d.parts.map(g)),this.geometry=this.dressed.children[0].geometry,this.mesh.visible=!1,this.dressed.visible=!0,this.drawn=null,this.joints=u,this.person.worn([...new Set(d.parts.map(x=>x.material.name))]),this.handles.place()}theme(){this.shade.theme()}update(){if(!this.group.visible)return;this.view.sun.castShadow=this.view.detail.shadows>0,this.shade.begin();let e=this.compare.isOn?this.compare.meshes:[this.mesh],[t,n]=this.compare.isOn?this.state.at:[0,0];for(let{position:i}of this.joints?e:[])this.shade.below(this.joints,i.x-t,i.z-n);this.shade.send()}async measure(e){let t=await this.client.measure(e.model,{betas:e.betas});for(let[n,i]of Object.entries(this.rows??{}))t[n]===null||t[n]===void 0?i.hidden=!0:(document.activeElement!==i.input||!i.matches(":active"))&&i.set(t[n])}async fit({wanted:e,name:t}){let n=await this.client.fit(this.state.model,{measurements:e});n.status==="compromise"&&dt(N("compromise"),"hint"),this.set({betas:n.betas.map(i=>Number(i.toFixed(4)))},`fit ${t}`)}place(e){return new R().fromArray(this.joints,3*this.names.indexOf(this.named(e)))}makePanel(){let e=this.state,t=n=>n.map(i=>[i,N(i)]);this.rows=Object.fromEntries(Vf.filter(n=>this.facts.measurements?.[n]).map(n=>[n,Nn({label:N(n),min:vh[n][0],max:vh[n][1],step:.001,value:vh[n][0],show:Av(n),title:this.facts.measurements[n].definition,oninput:i=>{this.wanted[n]=i,this.fitting.ask({wanted:{...this.wanted},name:n})}})])),this.betas=Array.from({length:this.facts.beta_count},(n,i)=>Nn({label:`β${i+1}`,min:-3,max:3,step:.05,value:e.betas[i]??0,show:r=>r.toFixed(2),oninput:r=>this.setBeta(i,r)})),this.modelRow=dn({label:N("model"),options:this.models.map(n=>[n,N(n)]),value:e.model,onchange:n=>this.choose(n)}),this.poseRow=dn({label:N("pose"),options:t(Object.keys(ol)),value:e.pose,onchange:n=>{this.handles.forget(),this.set({pose:n,quaternions:null,at:[0,0]})}}),this.skinRow=dn({label:N("skinning"),options:[["lbs","LBS"],["dqs","DQS"],["sbs","SBS"]],value:e.skinning,onchange:n=>this.set({skinning:n})}),this.compareRow=Qi({label:N("compare"),value:!1,onchange:n=>this.compare.set(n)}),this.compareRow.set(this.compare.isOn),this.makeSolverRows(),this.undoKnob=We(N("undo"),()=>this.undo(),{title:"Ctrl Z"}),this.redoKnob=We(N("redo"),()=>this.undo(this.future,this.past),{title:"Ctrl Shift Z"}),this.plain=U("a.button",{download:"body.glb"},N("download")),this.rigged=U("a.button",{download:"body-rigged.glb"},N("rigged")),this.code=Ff(location.origin),this.panel.removeAttribute("aria-busy"),this.panel.replaceChildren(this.modelRow,...this.person.panel(),U("h2",{},N("measures")),...Object.values(this.rows),U(".row",{},We(N("resetShape"),()=>this.reshape([])),We(N("random"),()=>this.reshape(this.facts.beta_limits.map(()=>Number(Rv().toFixed(2)))))),U("details",{},U("summary",{},N("betas")),U(".betas",{},this.betas)),this.poseRow,this.handles.panel(),U(".row",{},Qi({label:N("showHandles"),value:this.handles.isOn,onchange:n=>{this.handles.isOn=n,this.handles.place()}}),this.limitsRow),U(".fields",{},this.solverRow,this.styleRow),this.skinRow,this.compareRow,U(".row",{},this.undoKnob,this.redoKnob,We(N("link"),()=>this.copy())),U(".row",{},this.plain,this.rigged),this.code,We(N("walkWith"),()=>{this.app.show("motion"),this.app.motion.wear(this.state.model,this.person.walker(this.state))},{kind:"primary"}))}makeSolverRows(){let e=this.state;this.limitsRow=Qi({label:N("limits"),value:e.limits,onchange:t=>this.set({limits:t})}),this.solverRow=yi({label:N("solver"),options:this.solvers.map(t=>[t,t==="auto"?N("auto"):t]),value:e.solver,onchange:t=>this.set({solver:t})}),this.styleRow=this.styles.length?yi({label:N("style"),options:[["",N("any")],...this.styles.map(t=>[t,t])],value:e.style,onchange:t=>this.set({style:t})}):null}setBeta(e,t){let n=Array.from({length:Math.max(e+1,this.state.betas.length)},(i,r)=>this.state.betas[r]??0);n[e]=t,this.wanted={},this.set({betas:n},`beta${e}`)}reshape(e){this.wanted={},this.set({betas:e})}async choose(e){try{let t=this.state.betas.length?await this.client.measure(this.state.model,{betas:this.state.betas}):null;await this.take(e);let n=t&&Object.fromEntries(Vf.filter(r=>t[r]).map(r=>[r,t[r]])),i=n?(await this.client.fit(e,{measurements:n})).betas:[];this.wanted={},this.set({model:e,betas:i,quaternions:null,pose:this.state.quaternions?"relaxed":this.state.pose}),this.makePanel(),this.apply()}catch(t){this.app.say(t)}}async copy(){let e=`${location.origin}/${this.link()}`;try{await navigator.clipboard.writeText(e),dt(N("linked"),"hint")}catch{dt(e,"hint")}}link(){return`#body?${Cv(this.state)}&view=${this.view.camera.write()}${this.compare.isOn?"&compare=1":""}`}address(){this.app.tab==="body"&&history.replaceState(null,"",this.link())}show(e){if(this.group.visible=e,this.joints&&this.handles.place(),this.compare.show(e),!e)return;let{camera:t}=this.view;t.aim.set(0,.88,0),t.target.copy(t.aim),t.distance=Math.min(t.distance,4.4),t.grab=(n,i)=>this.handles.grab(i),t.onrest=()=>this.address(),t.heightAt=()=>0,this.started?this.address():this.start().catch(n=>{this.started=!1,this.app.say(n)})}};function Gf(s){return Object.fromEntries(Object.entries(s).filter(([,e])=>e!==void 0&&!(Array.isArray(e)&&!e.length)).map(([e,t])=>[e,t&&typeof t=="object"&&!Array.isArray(t)?JSON.stringify(t):t]))}function Rv(){return Math.sqrt(-2*Math.log(1-Math.random()))*Math.cos(2*Math.PI*Math.random())}function Cv(s){let e=new URLSearchParams({model:s.model,skinning:s.skinning});return s.betas.length&&e.set("betas",s.betas.map(t=>Number(t.toFixed(4))).join(",")),s.quaternions?e.set("quaternions",s.quaternions.flat().map(t=>Number(t.toFixed(4))).join(",")):e.set("pose",s.pose),s.at.some(t=>t)&&e.set("at",s.at.join(",")),s.model==="person"&&e.set("person",Bf(s.person)),s.limits||e.set("limits","0"),s.solver!=="auto"&&e.set("solver",s.solver),s.style&&e.set("style",s.style),e.toString().replace(/%2C/g,",")}function Iv(s){if(!s.startsWith("#body?"))return null;let e=new URLSearchParams(s.slice(6)),t=c=>e.get(c)?e.get(c).split(",").map(Number):null,n=t("quaternions"),i=t("betas")??[],r=t("at")??[0,0];if([...n??[],...i,...r].some(c=>!Number.isFinite(c)))return null;let o=n&&n.length%4===0?Array.from({length:n.length/4},(c,h)=>n.slice(4*h,4*h+4)):null,a=Object.hasOwn(ol,e.get("pose"))?e.get("pose"):"relaxed",l=["lbs","dqs","sbs"].includes(e.get("skinning"))?e.get("skinning"):"lbs";return{model:e.get("model")??"default",betas:i,quaternions:o,pose:a,skinning:l,person:zf(e.get("person")),at:r.slice(0,2),limits:e.get("limits")!=="0",solver:e.get("solver")??"auto",style:e.get("style")??""}}var Pv=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("view"),Lv=s=>new URLSearchParams(s.slice(s.indexOf("?"))).get("compare")==="1";function bh(s,e){if(e===Oc)return console.warn("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Geometry already defined as triangles."),s;if(e===ks||e===Gr){let t=s.getIndex();if(t===null){let o=[],a=s.getAttribute("position");if(a!==void 0){for(let l=0;l<a.count;l++)o.push(l);s.setIndex(o),t=s.getIndex()}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Undefined position attribute. Processing not possible."),s}let n=t.count-2,i=[];if(e===ks)for(let o=1;o<=n;o++)i.push(t.getX(0)),i.push(t.getX(o)),i.push(t.getX(o+1));else for(let o=0;o<n;o++)o%2===0?(i.push(t.getX(o)),i.push(t.getX(o+1)),i.push(t.getX(o+2))):(i.push(t.getX(o+2)),i.push(t.getX(o+1)),i.push(t.getX(o)));i.length/3!==n&&console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unable to generate correct amount of triangles.");let r=s.clone();return r.setIndex(i),r.clearGroups(),r}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unknown draw mode:",e),s}var ll=class extends Pn{constructor(e){super(e),this.dracoLoader=null,this.ktx2Loader=null,this.meshoptDecoder=null,this.pluginCallbacks=[],this.register(function(t){return new Rh(t)}),this.register(function(t){return new Ch(t)}),this.register(function(t){return new kh(t)}),this.register(function(t){return new Bh(t)}),this.register(function(t){return new zh(t)}),this.register(function(t){return new Ph(t)}),this.register(function(t){return new Lh(t)}),this.register(function(t){return new Dh(t)}),this.register(function(t){return new Nh(t)}),this.register(function(t){return new Ah(t)}),this.register(function(t){return new Uh(t)}),this.register(function(t){return new Ih(t)}),this.register(function(t){return new Fh(t)}),this.register(function(t){return new Oh(t)}),this.register(function(t){return new Eh(t)}),this.register(function(t){return new Hh(t)}),this.register(function(t){return new Vh(t)})}load(e,t,n,i){let r=this,o;if(this.resourcePath!=="")o=this.resourcePath;else if(this.path!==""){let c=Zn.extractUrlBase(e);o=Zn.resolveURL(c,this.path)}else o=Zn.extractUrlBase(e);this.manager.itemStart(e);let a=function(c){i?i(c):console.error(c),r.manager.itemError(e),r.manager.itemEnd(e)},l=new Ls(this.manager);l.setPath(this.path),l.setResponseType("arraybuffer"),l.setRequestHeader(this.requestHeader),l.setWithCredentials(this.withCredentials),l.load(e,function(c){try{r.parse(c,o,function(h){t(h),r.manager.itemEnd(e)},a)}catch(h){a(h)}},n,a)}setDRACOLoader(e){return this.dracoLoader=e,this}setKTX2Loader(e){return this.ktx2Loader=e,this}setMeshoptDecoder(e){return this.meshoptDecoder=e,this}register(e){return this.pluginCallbacks.indexOf(e)===-1&&this.pluginCallbacks.push(e),this}unregister(e){return this.pluginCallbacks.indexOf(e)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(e),1),this}parse(e,t,n,i){let r,o={},a={},l=new TextDecoder;if(typeof e=="string")r=JSON.parse(e);else if(e instanceof ArrayBuffer)if(l.decode(new Uint8Array(e,0,4))===$f){try{o[Xe.KHR_BINARY_GLTF]=new Gh(e)}catch(u){i&&i(u);return}r=JSON.parse(o[Xe.KHR_BINARY_GLTF].content)}else r=JSON.parse(l.decode(e));else r=e;if(r.asset===void 0||r.asset.version[0]<2){i&&i(new Error("THREE.GLTFLoader: Unsupported asset. glTF versions >=2.0 are supported."));return}let c=new Kh(r,{path:t||this.resourcePath||"",crossOrigin:this.crossOrigin,requestHeader:this.requestHeader,manager:this.manager,ktx2Loader:this.ktx2Loader,meshoptDecoder:this.meshoptDecoder});c.fileLoader.setRequestHeader(this.requestHeader);for(let h=0;h<this.pluginCallbacks.length;h++){let u=this.pluginCallbacks[h](c);u.name||console.error("THREE.GLTFLoader: Invalid plugin found: missing name"),a[u.name]=u,o[u.name]=!0}if(r.extensionsUsed)for(let h=0;h<r.extensionsUsed.length;++h){let u=r.extensionsUsed[h],d=r.extensionsRequired||[];switch(u){case Xe.KHR_MATERIALS_UNLIT:o[u]=new Th;break;case Xe.KHR_DRACO_MESH_COMPRESSION:o[u]=new Wh(r,this.dracoLoader);break;case Xe.KHR_TEXTURE_TRANSFORM:o[u]=new Xh;break;case Xe.KHR_MESH_QUANTIZATION:o[u]=new qh;break;default:d.indexOf(u)>=0&&a[u]===void 0&&console.warn('THREE.GLTFLoader: Unknown extension "'+u+'".')}}c.setExtensions(o),c.setPlugins(a),c.parse(n,i)}parseAsync(e,t){let n=this;return new Promise(function(i,r){n.parse(e,t,i,r)})}};function Dv(){let s={};return{get:function(e){return s[e]},add:function(e,t){s[e]=t},remove:function(e){delete s[e]},removeAll:function(){s={}}}}var Xe={KHR_BINARY_GLTF:"KHR_binary_glTF",KHR_DRACO_MESH_COMPRESSION:"KHR_draco_mesh_compression",KHR_LIGHTS_PUNCTUAL:"KHR_lights_punctual",KHR_MATERIALS_CLEARCOAT:"KHR_materials_clearcoat",KHR_MATERIALS_DISPERSION:"KHR_materials_dispersion",KHR_MATERIALS_IOR:"KHR_materials_ior",KHR_MATERIALS_SHEEN:"KHR_materials_sheen",KHR_MATERIALS_SPECULAR:"KHR_materials_specular",KHR_MATERIALS_TRANSMISSION:"KHR_materials_transmission",KHR_MATERIALS_IRIDESCENCE:"KHR_materials_iridescence",KHR_MATERIALS_ANISOTROPY:"KHR_materials_anisotropy",KHR_MATERIALS_UNLIT:"KHR_materials_unlit",KHR_MATERIALS_VOLUME:"KHR_materials_volume",KHR_TEXTURE_BASISU:"KHR_texture_basisu",KHR_TEXTURE_TRANSFORM:"KHR_texture_transform",KHR_MESH_QUANTIZATION:"KHR_mesh_quantization",KHR_MATERIALS_EMISSIVE_STRENGTH:"KHR_materials_emissive_strength",EXT_MATERIALS_BUMP:"EXT_materials_bump",EXT_TEXTURE_WEBP:"EXT_texture_webp",EXT_TEXTURE_AVIF:"EXT_texture_avif",EXT_MESHOPT_COMPRESSION:"EXT_meshopt_compression",EXT_MESH_GPU_INSTANCING:"EXT_mesh_gpu_instancing"},Eh=class{constructor(e){this.parser=e,this.name=Xe.KHR_LIGHTS_PUNCTUAL,this.cache={refs:{},uses:{}}}_markDefs(){let e=this.parser,t=this.parser.json.nodes||[];for(let n=0,i=t.length;n<i;n++){let r=t[n];r.extensions&&r.extensions[this.name]&&r.extensions[this.name].light!==void 0&&e._addNodeRef(this.cache,r.extensions[this.name].light)}}_loadLight(e){let t=this.parser,n="light:"+e,i=t.cache.get(n);if(i)return i;let r=t.json,l=((r.extensions&&r.extensions[this.name]||{}).lights||[])[e],c,h=new ae(16777215);l.color!==void 0&&h.setRGB(l.color[0],l.color[1],l.color[2],Pt);let u=l.range!==void 0?l.range:0;switch(l.type){case"directional":c=new Wi(h),c.target.position.set(0,0,-1),c.add(c.target);break;case"point":c=new Dr(h),c.distance=u;break;case"spot":c=new Lr(h),c.distance=u,l.spot=l.spot||{},l.spot.innerConeAngle=l.spot.innerConeAngle!==void 0?l.spot.innerConeAngle:0,l.spot.outerConeAngle=l.spot.outerConeAngle!==void 0?l.spot.outerConeAngle:Math.PI/4,c.angle=l.spot.outerConeAngle,c.penumbra=1-l.spot.innerConeAngle/l.spot.outerConeAngle,c.target.position.set(0,0,-1),c.add(c.target);break;default:throw new Error("THREE.GLTFLoader: Unexpected light type: "+l.type)}return c.position.set(0,0,0),ti(c,l),l.intensity!==void 0&&(c.intensity=l.intensity),c.name=t.createUniqueName(l.name||"light_"+e),i=Promise.resolve(c),t.cache.add(n,i),i}getDependency(e,t){if(e==="light")return this._loadLight(t)}createNodeAttachment(e){let t=this,n=this.parser,r=n.json.nodes[e],a=(r.extensions&&r.extensions[this.name]||{}).light;return a===void 0?null:this._loadLight(a).then(function(l){return n._getNodeRef(t.cache,a,l)})}},Th=class{constructor(){this.name=Xe.KHR_MATERIALS_UNLIT}getMaterialType(){return kt}extendParams(e,t,n){let i=[];e.color=new ae(1,1,1),e.opacity=1;let r=t.pbrMetallicRoughness;if(r){if(Array.isArray(r.baseColorFactor)){let o=r.baseColorFactor;e.color.setRGB(o[0],o[1],o[2],Pt),e.opacity=o[3]}r.baseColorTexture!==void 0&&i.push(n.assignTexture(e,"map",r.baseColorTexture,bt))}return Promise.all(i)}},Ah=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_EMISSIVE_STRENGTH}extendMaterialParams(e,t){let i=this.parser.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=i.extensions[this.name].emissiveStrength;return r!==void 0&&(t.emissiveIntensity=r),Promise.resolve()}},Rh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_CLEARCOAT}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];if(o.clearcoatFactor!==void 0&&(t.clearcoat=o.clearcoatFactor),o.clearcoatTexture!==void 0&&r.push(n.assignTexture(t,"clearcoatMap",o.clearcoatTexture)),o.clearcoatRoughnessFactor!==void 0&&(t.clearcoatRoughness=o.clearcoatRoughnessFactor),o.clearcoatRoughnessTexture!==void 0&&r.push(n.assignTexture(t,"clearcoatRoughnessMap",o.clearcoatRoughnessTexture)),o.clearcoatNormalTexture!==void 0&&(r.push(n.assignTexture(t,"clearcoatNormalMap",o.clearcoatNormalTexture)),o.clearcoatNormalTexture.scale!==void 0)){let a=o.clearcoatNormalTexture.scale;t.clearcoatNormalScale=new Ne(a,a)}return Promise.all(r)}},Ch=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_DISPERSION}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let i=this.parser.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=i.extensions[this.name];return t.dispersion=r.dispersion!==void 0?r.dispersion:0,Promise.resolve()}},Ih=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_IRIDESCENCE}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];return o.iridescenceFactor!==void 0&&(t.iridescence=o.iridescenceFactor),o.iridescenceTexture!==void 0&&r.push(n.assignTexture(t,"iridescenceMap",o.iridescenceTexture)),o.iridescenceIor!==void 0&&(t.iridescenceIOR=o.iridescenceIor),t.iridescenceThicknessRange===void 0&&(t.iridescenceThicknessRange=[100,400]),o.iridescenceThicknessMinimum!==void 0&&(t.iridescenceThicknessRange[0]=o.iridescenceThicknessMinimum),o.iridescenceThicknessMaximum!==void 0&&(t.iridescenceThicknessRange[1]=o.iridescenceThicknessMaximum),o.iridescenceThicknessTexture!==void 0&&r.push(n.assignTexture(t,"iridescenceThicknessMap",o.iridescenceThicknessTexture)),Promise.all(r)}},Ph=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_SHEEN}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[];t.sheenColor=new ae(0,0,0),t.sheenRoughness=0,t.sheen=1;let o=i.extensions[this.name];if(o.sheenColorFactor!==void 0){let a=o.sheenColorFactor;t.sheenColor.setRGB(a[0],a[1],a[2],Pt)}return o.sheenRoughnessFactor!==void 0&&(t.sheenRoughness=o.sheenRoughnessFactor),o.sheenColorTexture!==void 0&&r.push(n.assignTexture(t,"sheenColorMap",o.sheenColorTexture,bt)),o.sheenRoughnessTexture!==void 0&&r.push(n.assignTexture(t,"sheenRoughnessMap",o.sheenRoughnessTexture)),Promise.all(r)}},Lh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_TRANSMISSION}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];return o.transmissionFactor!==void 0&&(t.transmission=o.transmissionFactor),o.transmissionTexture!==void 0&&r.push(n.assignTexture(t,"transmissionMap",o.transmissionTexture)),Promise.all(r)}},Dh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_VOLUME}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];t.thickness=o.thicknessFactor!==void 0?o.thicknessFactor:0,o.thicknessTexture!==void 0&&r.push(n.assignTexture(t,"thicknessMap",o.thicknessTexture)),t.attenuationDistance=o.attenuationDistance||1/0;let a=o.attenuationColor||[1,1,1];return t.attenuationColor=new ae().setRGB(a[0],a[1],a[2],Pt),Promise.all(r)}},Nh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_IOR}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let i=this.parser.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=i.extensions[this.name];return t.ior=r.ior!==void 0?r.ior:1.5,Promise.resolve()}},Uh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_SPECULAR}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];t.specularIntensity=o.specularFactor!==void 0?o.specularFactor:1,o.specularTexture!==void 0&&r.push(n.assignTexture(t,"specularIntensityMap",o.specularTexture));let a=o.specularColorFactor||[1,1,1];return t.specularColor=new ae().setRGB(a[0],a[1],a[2],Pt),o.specularColorTexture!==void 0&&r.push(n.assignTexture(t,"specularColorMap",o.specularColorTexture,bt)),Promise.all(r)}},Oh=class{constructor(e){this.parser=e,this.name=Xe.EXT_MATERIALS_BUMP}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];return t.bumpScale=o.bumpFactor!==void 0?o.bumpFactor:1,o.bumpTexture!==void 0&&r.push(n.assignTexture(t,"bumpMap",o.bumpTexture)),Promise.all(r)}},Fh=class{constructor(e){this.parser=e,this.name=Xe.KHR_MATERIALS_ANISOTROPY}getMaterialType(e){let n=this.parser.json.materials[e];return!n.extensions||!n.extensions[this.name]?null:zt}extendMaterialParams(e,t){let n=this.parser,i=n.json.materials[e];if(!i.extensions||!i.extensions[this.name])return Promise.resolve();let r=[],o=i.extensions[this.name];return o.anisotropyStrength!==void 0&&(t.anisotropy=o.anisotropyStrength),o.anisotropyRotation!==void 0&&(t.anisotropyRotation=o.anisotropyRotation),o.anisotropyTexture!==void 0&&r.push(n.assignTexture(t,"anisotropyMap",o.anisotropyTexture)),Promise.all(r)}},kh=class{constructor(e){this.parser=e,this.name=Xe.KHR_TEXTURE_BASISU}loadTexture(e){let t=this.parser,n=t.json,i=n.textures[e];if(!i.extensions||!i.extensions[this.name])return null;let r=i.extensions[this.name],o=t.options.ktx2Loader;if(!o){if(n.extensionsRequired&&n.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setKTX2Loader must be called before loading KTX2 textures");return null}return t.loadTextureImage(e,r.source,o)}},Bh=class{constructor(e){this.parser=e,this.name=Xe.EXT_TEXTURE_WEBP}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},zh=class{constructor(e){this.parser=e,this.name=Xe.EXT_TEXTURE_AVIF}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},Hh=class{constructor(e){this.name=Xe.EXT_MESHOPT_COMPRESSION,this.parser=e}loadBufferView(e){let t=this.parser.json,n=t.bufferViews[e];if(n.extensions&&n.extensions[this.name]){let i=n.extensions[this.name],r=this.parser.getDependency("buffer",i.buffer),o=this.parser.options.meshoptDecoder;if(!o||!o.supported){if(t.extensionsRequired&&t.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setMeshoptDecoder must be called before loading compressed files");return null}return r.then(function(a){let l=i.byteOffset||0,c=i.byteLength||0,h=i.count,u=i.byteStride,d=new Uint8Array(a,l,c);return o.decodeGltfBufferAsync?o.decodeGltfBufferAsync(h,u,d,i.mode,i.filter).then(function(f){return f.buffer}):o.ready.then(function(){let f=new ArrayBuffer(h*u);return o.decodeGltfBuffer(new Uint8Array(f),h,u,d,i.mode,i.filter),f})})}else return null}},Vh=class{constructor(e){this.name=Xe.EXT_MESH_GPU_INSTANCING,this.parser=e}createNodeMesh(e){let t=this.parser.json,n=t.nodes[e];if(!n.extensions||!n.extensions[this.name]||n.mesh===void 0)return null;let i=t.meshes[n.mesh];for(let c of i.primitives)if(c.mode!==fn.TRIANGLES&&c.mode!==fn.TRIANGLE_STRIP&&c.mode!==fn.TRIANGLE_FAN&&c.mode!==void 0)return null;let o=n.extensions[this.name].attributes,a=[],l={};for(let c in o)a.push(this.parser.getDependency("accessor",o[c]).then(h=>(l[c]=h,l[c])));return a.length<1?null:(a.push(this.parser.createNodeMesh(e)),Promise.all(a).then(c=>{let h=c.pop(),u=h.isGroup?h.children:[h],d=c[0].count,f=[];for(let g of u){let x=new Pe,m=new R,p=new St,w=new R(1,1,1),v=new gi(g.geometry,g.material,d);for(let _=0;_<d;_++)l.TRANSLATION&&m.fromBufferAttribute(l.TRANSLATION,_),l.ROTATION&&p.fromBufferAttribute(l.ROTATION,_),l.SCALE&&w.fromBufferAttribute(l.SCALE,_),v.setMatrixAt(_,x.compose(m,p,w));for(let _ in l)if(_==="_COLOR_0"){let A=l[_];v.instanceColor=new mi(A.array,A.itemSize,A.normalized)}else _!=="TRANSLATION"&&_!=="ROTATION"&&_!=="SCALE"&&g.geometry.setAttribute(_,l[_]);mt.prototype.copy.call(v,g),this.parser.assignFinalMaterial(v),f.push(v)}return h.isGroup?(h.clear(),h.add(...f),h):f[0]}))}},$f="glTF",qr=12,Wf={JSON:1313821514,BIN:5130562},Gh=class{constructor(e){this.name=Xe.KHR_BINARY_GLTF,this.content=null,this.body=null;let t=new DataView(e,0,qr),n=new TextDecoder;if(this.header={magic:n.decode(new Uint8Array(e.slice(0,4))),version:t.getUint32(4,!0),length:t.getUint32(8,!0)},this.header.magic!==$f)throw new Error("THREE.GLTFLoader: Unsupported glTF-Binary header.");if(this.header.version<2)throw new Error("THREE.GLTFLoader: Legacy binary file detected.");let i=this.header.length-qr,r=new DataView(e,qr),o=0;for(;o<i;){let a=r.getUint32(o,!0);o+=4;let l=r.getUint32(o,!0);if(o+=4,l===Wf.JSON){let c=new Uint8Array(e,qr+o,a);this.content=n.decode(c)}else if(l===Wf.BIN){let c=qr+o;this.body=e.slice(c,c+a)}o+=a}if(this.content===null)throw new Error("THREE.GLTFLoader: JSON content not found.")}},Wh=class{constructor(e,t){if(!t)throw new Error("THREE.GLTFLoader: No DRACOLoader instance provided.");this.name=Xe.KHR_DRACO_MESH_COMPRESSION,this.json=e,this.dracoLoader=t,this.dracoLoader.preload()}decodePrimitive(e,t){let n=this.json,i=this.dracoLoader,r=e.extensions[this.name].bufferView,o=e.extensions[this.name].attributes,a={},l={},c={};for(let h in o){let u=$h[h]||h.toLowerCase();a[u]=o[h]}for(let h in e.attributes){let u=$h[h]||h.toLowerCase();if(o[h]!==void 0){let d=n.accessors[e.attributes[h]],f=$s[d.componentType];c[u]=f.name,l[u]=d.normalized===!0}}return t.getDependency("bufferView",r).then(function(h){return new Promise(function(u,d){i.decodeDracoFile(h,function(f){for(let g in f.attributes){let x=f.attributes[g],m=l[g];m!==void 0&&(x.normalized=m)}u(f)},a,c,Pt,d)})})}},Xh=class{constructor(){this.name=Xe.KHR_TEXTURE_TRANSFORM}extendTexture(e,t){return(t.texCoord===void 0||t.texCoord===e.channel)&&t.offset===void 0&&t.rotation===void 0&&t.scale===void 0||(e=e.clone(),t.texCoord!==void 0&&(e.channel=t.texCoord),t.offset!==void 0&&e.offset.fromArray(t.offset),t.rotation!==void 0&&(e.rotation=t.rotation),t.scale!==void 0&&e.repeat.fromArray(t.scale),e.needsUpdate=!0),e}},qh=class{constructor(){this.name=Xe.KHR_MESH_QUANTIZATION}},cl=class extends $n{constructor(e,t,n,i){super(e,t,n,i)}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i*3+i;for(let o=0;o!==i;o++)t[o]=n[r+o];return t}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=a*2,c=a*3,h=i-t,u=(n-t)/h,d=u*u,f=d*u,g=e*c,x=g-c,m=-2*f+3*d,p=f-d,w=1-m,v=p-d+u;for(let _=0;_!==a;_++){let A=o[x+_+a],T=o[x+_+l]*h,C=o[g+_+a],L=o[g+_]*h;r[_]=w*A+v*T+m*C+p*L}return r}},Nv=new St,jh=class extends cl{interpolate_(e,t,n,i){let r=super.interpolate_(e,t,n,i);return Nv.fromArray(r).normalize().toArray(r),r}},fn={FLOAT:5126,FLOAT_MAT3:35675,FLOAT_MAT4:35676,FLOAT_VEC2:35664,FLOAT_VEC3:35665,FLOAT_VEC4:35666,LINEAR:9729,REPEAT:10497,SAMPLER_2D:35678,POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,UNSIGNED_BYTE:5121,UNSIGNED_SHORT:5123},$s={5120:Int8Array,5121:Uint8Array,5122:Int16Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},Xf={9728:It,9729:qt,9984:la,9985:Ds,9986:ji,9987:wn},qf={33071:En,33648:bs,10497:bn},wh={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT2:4,MAT3:9,MAT4:16},$h={POSITION:"position",NORMAL:"normal",TANGENT:"tangent",TEXCOORD_0:"uv",TEXCOORD_1:"uv1",TEXCOORD_2:"uv2",TEXCOORD_3:"uv3",COLOR_0:"color",WEIGHTS_0:"skinWeight",JOINTS_0:"skinIndex"},vi={scale:"scale",translation:"position",rotation:"quaternion",weights:"morphTargetInfluences"},Uv={CUBICSPLINE:void 0,LINEAR:Ui,STEP:Ni},Mh={OPAQUE:"OPAQUE",MASK:"MASK",BLEND:"BLEND"};function Ov(s){return s.DefaultMaterial===void 0&&(s.DefaultMaterial=new nn({color:16777215,emissive:0,metalness:1,roughness:1,transparent:!1,depthTest:!0,side:en})),s.DefaultMaterial}function is(s,e,t){for(let n in t.extensions)s[n]===void 0&&(e.userData.gltfExtensions=e.userData.gltfExtensions||{},e.userData.gltfExtensions[n]=t.extensions[n])}function ti(s,e){e.extras!==void 0&&(typeof e.extras=="object"?Object.assign(s.userData,e.extras):console.warn("THREE.GLTFLoader: Ignoring primitive type .extras, "+e.extras))}function Fv(s,e,t){let n=!1,i=!1,r=!1;for(let c=0,h=e.length;c<h;c++){let u=e[c];if(u.POSITION!==void 0&&(n=!0),u.NORMAL!==void 0&&(i=!0),u.COLOR_0!==void 0&&(r=!0),n&&i&&r)break}if(!n&&!i&&!r)return Promise.resolve(s);let o=[],a=[],l=[];for(let c=0,h=e.length;c<h;c++){let u=e[c];if(n){let d=u.POSITION!==void 0?t.getDependency("accessor",u.POSITION):s.attributes.position;o.push(d)}if(i){let d=u.NORMAL!==void 0?t.getDependency("accessor",u.NORMAL):s.attributes.normal;a.push(d)}if(r){let d=u.COLOR_0!==void 0?t.getDependency("accessor",u.COLOR_0):s.attributes.color;l.push(d)}}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l)]).then(function(c){let h=c[0],u=c[1],d=c[2];return n&&(s.morphAttributes.position=h),i&&(s.morphAttributes.normal=u),r&&(s.morphAttributes.color=d),s.morphTargetsRelative=!0,s})}function kv(s,e){if(s.updateMorphTargets(),e.weights!==void 0)for(let t=0,n=e.weights.length;t<n;t++)s.morphTargetInfluences[t]=e.weights[t];if(e.extras&&Array.isArray(e.extras.targetNames)){let t=e.extras.targetNames;if(s.morphTargetInfluences.length===t.length){s.morphTargetDictionary={};for(let n=0,i=t.length;n<i;n++)s.morphTargetDictionary[t[n]]=n}else console.warn("THREE.GLTFLoader: Invalid extras.targetNames length. Ignoring names.")}}function Bv(s){let e,t=s.extensions&&s.extensions[Xe.KHR_DRACO_MESH_COMPRESSION];if(t?e="draco:"+t.bufferView+":"+t.indices+":"+Sh(t.attributes):e=s.indices+":"+Sh(s.attributes)+":"+s.mode,s.targets!==void 0)for(let n=0,i=s.targets.length;n<i;n++)e+=":"+Sh(s.targets[n]);return e}function Sh(s){let e="",t=Object.keys(s).sort();for(let n=0,i=t.length;n<i;n++)e+=t[n]+":"+s[t[n]]+";";return e}function Yh(s){switch(s){case Int8Array:return 1/127;case Uint8Array:return 1/255;case Int16Array:return 1/32767;case Uint16Array:return 1/65535;default:throw new Error("THREE.GLTFLoader: Unsupported normalized accessor component type.")}}function zv(s){return s.search(/\.jpe?g($|\?)/i)>0||s.search(/^data\:image\/jpeg/)===0?"image/jpeg":s.search(/\.webp($|\?)/i)>0||s.search(/^data\:image\/webp/)===0?"image/webp":s.search(/\.ktx2($|\?)/i)>0||s.search(/^data\:image\/ktx2/)===0?"image/ktx2":"image/png"}var Hv=new Pe,Kh=class{constructor(e={},t={}){this.json=e,this.extensions={},this.plugins={},this.options=t,this.cache=new Dv,this.associations=new Map,this.primitiveCache={},this.nodeCache={},this.meshCache={refs:{},uses:{}},this.cameraCache={refs:{},uses:{}},this.lightCache={refs:{},uses:{}},this.sourceCache={},this.textureCache={},this.nodeNamesUsed={};let n=!1,i=-1,r=!1,o=-1;if(typeof navigator<"u"){let a=navigator.userAgent;n=/^((?!chrome|android).)*safari/i.test(a)===!0;let l=a.match(/Version\/(\d+)/);i=n&&l?parseInt(l[1],10):-1,r=a.indexOf("Firefox")>-1,o=r?a.match(/Firefox\/([0-9]+)\./)[1]:-1}typeof createImageBitmap>"u"||n&&i<17||r&&o<98?this.textureLoader=new Hi(this.options.manager):this.textureLoader=new Nr(this.options.manager),this.textureLoader.setCrossOrigin(this.options.crossOrigin),this.textureLoader.setRequestHeader(this.options.requestHeader),this.fileLoader=new Ls(this.options.manager),this.fileLoader.setResponseType("arraybuffer"),this.options.crossOrigin==="use-credentials"&&this.fileLoader.setWithCredentials(!0)}setExtensions(e){this.extensions=e}setPlugins(e){this.plugins=e}parse(e,t){let n=this,i=this.json,r=this.extensions;this.cache.removeAll(),this.nodeCache={},this._invokeAll(function(o){return o._markDefs&&o._markDefs()}),Promise.all(this._invokeAll(function(o){return o.beforeRoot&&o.beforeRoot()})).then(function(){return Promise.all([n.getDependencies("scene"),n.getDependencies("animation"),n.getDependencies("camera")])}).then(function(o){let a={scene:o[0][i.scene||0],scenes:o[0],animations:o[1],cameras:o[2],asset:i.asset,parser:n,userData:{}};return is(r,a,i),ti(a,i),Promise.all(n._invokeAll(function(l){return l.afterRoot&&l.afterRoot(a)})).then(function(){for(let l of a.scenes)l.updateMatrixWorld();e(a)})}).catch(t)}_markDefs(){let e=this.json.nodes||[],t=this.json.skins||[],n=this.json.meshes||[];for(let i=0,r=t.length;i<r;i++){let o=t[i].joints;for(let a=0,l=o.length;a<l;a++)e[o[a]].isBone=!0}for(let i=0,r=e.length;i<r;i++){let o=e[i];o.mesh!==void 0&&(this._addNodeRef(this.meshCache,o.mesh),o.skin!==void 0&&(n[o.mesh].isSkinnedMesh=!0)),o.camera!==void 0&&this._addNodeRef(this.cameraCache,o.camera)}}_addNodeRef(e,t){t!==void 0&&(e.refs[t]===void 0&&(e.refs[t]=e.uses[t]=0),e.refs[t]++)}_getNodeRef(e,t,n){if(e.refs[t]<=1)return n;let i=n.clone(),r=(o,a)=>{let l=this.associations.get(o);l!=null&&this.associations.set(a,l);for(let[c,h]of o.children.entries())r(h,a.children[c])};return r(n,i),i.name+="_instance_"+e.uses[t]++,i}_invokeOne(e){let t=Object.values(this.plugins);t.push(this);for(let n=0;n<t.length;n++){let i=e(t[n]);if(i)return i}return null}_invokeAll(e){let t=Object.values(this.plugins);t.unshift(this);let n=[];for(let i=0;i<t.length;i++){let r=e(t[i]);r&&n.push(r)}return n}getDependency(e,t){let n=e+":"+t,i=this.cache.get(n);if(!i){switch(e){case"scene":i=this.loadScene(t);break;case"node":i=this._invokeOne(function(r){return r.loadNode&&r.loadNode(t)});break;case"mesh":i=this._invokeOne(function(r){return r.loadMesh&&r.loadMesh(t)});break;case"accessor":i=this.loadAccessor(t);break;case"bufferView":i=this._invokeOne(function(r){return r.loadBufferView&&r.loadBufferView(t)});break;case"buffer":i=this.loadBuffer(t);break;case"material":i=this._invokeOne(function(r){return r.loadMaterial&&r.loadMaterial(t)});break;case"texture":i=this._invokeOne(function(r){return r.loadTexture&&r.loadTexture(t)});break;case"skin":i=this.loadSkin(t);break;case"animation":i=this._invokeOne(function(r){return r.loadAnimation&&r.loadAnimation(t)});break;case"camera":i=this.loadCamera(t);break;default:if(i=this._invokeOne(function(r){return r!=this&&r.getDependency&&r.getDependency(e,t)}),!i)throw new Error("Unknown type: "+e);break}this.cache.add(n,i)}return i}getDependencies(e){let t=this.cache.get(e);if(!t){let n=this,i=this.json[e+(e==="mesh"?"es":"s")]||[];t=Promise.all(i.map(function(r,o){return n.getDependency(e,o)})),this.cache.add(e,t)}return t}loadBuffer(e){let t=this.json.buffers[e],n=this.fileLoader;if(t.type&&t.type!=="arraybuffer")throw new Error("THREE.GLTFLoader: "+t.type+" buffer type is not supported.");if(t.uri===void 0&&e===0)return Promise.resolve(this.extensions[Xe.KHR_BINARY_GLTF].body);let i=this.options;return new Promise(function(r,o){n.load(Zn.resolveURL(t.uri,i.path),r,void 0,function(){o(new Error('THREE.GLTFLoader: Failed to load buffer "'+t.uri+'".'))})})}loadBufferView(e){let t=this.json.bufferViews[e];return this.getDependency("buffer",t.buffer).then(function(n){let i=t.byteLength||0,r=t.byteOffset||0;return n.slice(r,r+i)})}loadAccessor(e){let t=this,n=this.json,i=this.json.accessors[e];if(i.bufferView===void 0&&i.sparse===void 0){let o=wh[i.type],a=$s[i.componentType],l=i.normalized===!0,c=new a(i.count*o);return Promise.resolve(new ke(c,o,l))}let r=[];return i.bufferView!==void 0?r.push(this.getDependency("bufferView",i.bufferView)):r.push(null),i.sparse!==void 0&&(r.push(this.getDependency("bufferView",i.sparse.indices.bufferView)),r.push(this.getDependency("bufferView",i.sparse.values.bufferView))),Promise.all(r).then(function(o){let a=o[0],l=wh[i.type],c=$s[i.componentType],h=c.BYTES_PER_ELEMENT,u=h*l,d=i.byteOffset||0,f=i.bufferView!==void 0?n.bufferViews[i.bufferView].byteStride:void 0,g=i.normalized===!0,x,m;if(f&&f!==u){let p=Math.floor(d/f),w="InterleavedBuffer:"+i.bufferView+":"+i.componentType+":"+p+":"+i.count,v=t.cache.get(w);v||(x=new c(a,p*f,i.count*f/h),v=new As(x,f/h),t.cache.add(w,v)),m=new Rs(v,l,d%f/h,g)}else a===null?x=new c(i.count*l):x=new c(a,d,i.count*l),m=new ke(x,l,g);if(i.sparse!==void 0){let p=wh.SCALAR,w=$s[i.sparse.indices.componentType],v=i.sparse.indices.byteOffset||0,_=i.sparse.values.byteOffset||0,A=new w(o[1],v,i.sparse.count*p),T=new c(o[2],_,i.sparse.count*l);a!==null&&(m=new ke(m.array.slice(),m.itemSize,m.normalized)),m.normalized=!1;for(let C=0,L=A.length;C<L;C++){let M=A[C];if(m.setX(M,T[C*l]),l>=2&&m.setY(M,T[C*l+1]),l>=3&&m.setZ(M,T[C*l+2]),l>=4&&m.setW(M,T[C*l+3]),l>=5)throw new Error("THREE.GLTFLoader: Unsupported itemSize in sparse BufferAttribute.")}m.normalized=g}return m})}loadTexture(e){let t=this.json,n=this.options,r=t.textures[e].source,o=t.images[r],a=this.textureLoader;if(o.uri){let l=n.manager.getHandler(o.uri);l!==null&&(a=l)}return this.loadTextureImage(e,r,a)}loadTextureImage(e,t,n){let i=this,r=this.json,o=r.textures[e],a=r.images[t],l=(a.uri||a.bufferView)+":"+o.sampler;if(this.textureCache[l])return this.textureCache[l];let c=this.loadImageSource(t,n).then(function(h){h.flipY=!1,h.name=o.name||a.name||"",h.name===""&&typeof a.uri=="string"&&a.uri.startsWith("data:image/")===!1&&(h.name=a.uri);let d=(r.samplers||{})[o.sampler]||{};return h.magFilter=Xf[d.magFilter]||qt,h.minFilter=Xf[d.minFilter]||wn,h.wrapS=qf[d.wrapS]||bn,h.wrapT=qf[d.wrapT]||bn,h.generateMipmaps=!h.isCompressedTexture&&h.minFilter!==It&&h.minFilter!==qt,i.associations.set(h,{textures:e}),h}).catch(function(){return null});return this.textureCache[l]=c,c}loadImageSource(e,t){let n=this,i=this.json,r=this.options;if(this.sourceCache[e]!==void 0)return this.sourceCache[e].then(u=>u.clone());let o=i.images[e],a=self.URL||self.webkitURL,l=o.uri||"",c=!1;if(o.bufferView!==void 0)l=n.getDependency("bufferView",o.bufferView).then(function(u){c=!0;let d=new Blob([u],{type:o.mimeType});return l=a.createObjectURL(d),l});else if(o.uri===void 0)throw new Error("THREE.GLTFLoader: Image "+e+" is missing URI and bufferView");let h=Promise.resolve(l).then(function(u){return new Promise(function(d,f){let g=d;t.isImageBitmapLoader===!0&&(g=function(x){let m=new Et(x);m.needsUpdate=!0,d(m)}),t.load(Zn.resolveURL(u,r.path),g,void 0,f)})}).then(function(u){return c===!0&&a.revokeObjectURL(l),ti(u,o),u.userData.mimeType=o.mimeType||zv(o.uri),u}).catch(function(u){throw console.error("THREE.GLTFLoader: Couldn't load texture",l),u});return this.sourceCache[e]=h,h}assignTexture(e,t,n,i){let r=this;return this.getDependency("texture",n.index).then(function(o){if(!o)return null;if(n.texCoord!==void 0&&n.texCoord>0&&(o=o.clone(),o.channel=n.texCoord),r.extensions[Xe.KHR_TEXTURE_TRANSFORM]){let a=n.extensions!==void 0?n.extensions[Xe.KHR_TEXTURE_TRANSFORM]:void 0;if(a){let l=r.associations.get(o);o=r.extensions[Xe.KHR_TEXTURE_TRANSFORM].extendTexture(o,a),r.associations.set(o,l)}}return i!==void 0&&(o.colorSpace=i),e[t]=o,o})}assignFinalMaterial(e){let t=e.geometry,n=e.material,i=t.attributes.tangent===void 0,r=t.attributes.color!==void 0,o=t.attributes.normal===void 0;if(e.isPoints){let a="PointsMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new Is,jt.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,l.sizeAttenuation=!1,this.cache.add(a,l)),n=l}else if(e.isLine){let a="LineBasicMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new xi,jt.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,this.cache.add(a,l)),n=l}if(i||r||o){let a="ClonedMaterial:"+n.uuid+":";i&&(a+="derivative-tangents:"),r&&(a+="vertex-colors:"),o&&(a+="flat-shading:");let l=this.cache.get(a);l||(l=n.clone(),r&&(l.vertexColors=!0),o&&(l.flatShading=!0),i&&(l.normalScale&&(l.normalScale.y*=-1),l.clearcoatNormalScale&&(l.clearcoatNormalScale.y*=-1)),this.cache.add(a,l),this.associations.set(l,this.associations.get(n))),n=l}e.material=n}getMaterialType(){return nn}loadMaterial(e){let t=this,n=this.json,i=this.extensions,r=n.materials[e],o,a={},l=r.extensions||{},c=[];if(l[Xe.KHR_MATERIALS_UNLIT]){let u=i[Xe.KHR_MATERIALS_UNLIT];o=u.getMaterialType(),c.push(u.extendParams(a,r,t))}else{let u=r.pbrMetallicRoughness||{};if(a.color=new ae(1,1,1),a.opacity=1,Array.isArray(u.baseColorFactor)){let d=u.baseColorFactor;a.color.setRGB(d[0],d[1],d[2],Pt),a.opacity=d[3]}u.baseColorTexture!==void 0&&c.push(t.assignTexture(a,"map",u.baseColorTexture,bt)),a.metalness=u.metallicFactor!==void 0?u.metallicFactor:1,a.roughness=u.roughnessFactor!==void 0?u.roughnessFactor:1,u.metallicRoughnessTexture!==void 0&&(c.push(t.assignTexture(a,"metalnessMap",u.metallicRoughnessTexture)),c.push(t.assignTexture(a,"roughnessMap",u.metallicRoughnessTexture))),o=this._invokeOne(function(d){return d.getMaterialType&&d.getMaterialType(e)}),c.push(Promise.all(this._invokeAll(function(d){return d.extendMaterialParams&&d.extendMaterialParams(e,a)})))}r.doubleSided===!0&&(a.side=Ht);let h=r.alphaMode||Mh.OPAQUE;if(h===Mh.BLEND?(a.transparent=!0,a.depthWrite=!1):(a.transparent=!1,h===Mh.MASK&&(a.alphaTest=r.alphaCutoff!==void 0?r.alphaCutoff:.5)),r.normalTexture!==void 0&&o!==kt&&(c.push(t.assignTexture(a,"normalMap",r.normalTexture)),a.normalScale=new Ne(1,1),r.normalTexture.scale!==void 0)){let u=r.normalTexture.scale;a.normalScale.set(u,u)}if(r.occlusionTexture!==void 0&&o!==kt&&(c.push(t.assignTexture(a,"aoMap",r.occlusionTexture)),r.occlusionTexture.strength!==void 0&&(a.aoMapIntensity=r.occlusionTexture.strength)),r.emissiveFactor!==void 0&&o!==kt){let u=r.emissiveFactor;a.emissive=new ae().setRGB(u[0],u[1],u[2],Pt)}return r.emissiveTexture!==void 0&&o!==kt&&c.push(t.assignTexture(a,"emissiveMap",r.emissiveTexture,bt)),Promise.all(c).then(function(){let u=new o(a);return r.name&&(u.name=r.name),ti(u,r),t.associations.set(u,{materials:e}),r.extensions&&is(i,u,r),u})}createUniqueName(e){let t=ot.sanitizeNodeName(e||"");return t in this.nodeNamesUsed?t+"_"+ ++this.nodeNamesUsed[t]:(this.nodeNamesUsed[t]=0,t)}loadGeometries(e){let t=this,n=this.extensions,i=this.primitiveCache;function r(a){return n[Xe.KHR_DRACO_MESH_COMPRESSION].decodePrimitive(a,t).then(function(l){return jf(l,a,t)})}let o=[];for(let a=0,l=e.length;a<l;a++){let c=e[a],h=Bv(c),u=i[h];if(u)o.push(u.promise);else{let d;c.extensions&&c.extensions[Xe.KHR_DRACO_MESH_COMPRESSION]?d=r(c):d=jf(new $e,c,t),i[h]={primitive:c,promise:d},o.push(d)}}return Promise.all(o)}loadMesh(e){let t=this,n=this.json,i=this.extensions,r=n.meshes[e],o=r.primitives,a=[];for(let l=0,c=o.length;l<c;l++){let h=o[l].material===void 0?Ov(this.cache):this.getDependency("material",o[l].material);a.push(h)}return a.push(t.loadGeometries(o)),Promise.all(a).then(function(l){let c=l.slice(0,l.length-1),h=l[l.length-1],u=[];for(let f=0,g=h.length;f<g;f++){let x=h[f],m=o[f],p,w=c[f];if(m.mode===fn.TRIANGLES||m.mode===fn.TRIANGLE_STRIP||m.mode===fn.TRIANGLE_FAN||m.mode===void 0)p=r.isSkinnedMesh===!0?new fi(x,w):new Ke(x,w),p.isSkinnedMesh===!0&&p.normalizeSkinWeights(),m.mode===fn.TRIANGLE_STRIP?p.geometry=bh(p.geometry,Gr):m.mode===fn.TRIANGLE_FAN&&(p.geometry=bh(p.geometry,ks));else if(m.mode===fn.LINES)p=new wr(x,w);else if(m.mode===fn.LINE_STRIP)p=new jn(x,w);else if(m.mode===fn.LINE_LOOP)p=new Mr(x,w);else if(m.mode===fn.POINTS)p=new Sr(x,w);else throw new Error("THREE.GLTFLoader: Primitive mode unsupported: "+m.mode);Object.keys(p.geometry.morphAttributes).length>0&&kv(p,r),p.name=t.createUniqueName(r.name||"mesh_"+e),ti(p,r),m.extensions&&is(i,p,m),t.assignFinalMaterial(p),u.push(p)}for(let f=0,g=u.length;f<g;f++)t.associations.set(u[f],{meshes:e,primitives:f});if(u.length===1)return r.extensions&&is(i,u[0],r),u[0];let d=new ct;r.extensions&&is(i,d,r),t.associations.set(d,{meshes:e});for(let f=0,g=u.length;f<g;f++)d.add(u[f]);return d})}loadCamera(e){let t,n=this.json.cameras[e],i=n[n.type];if(!i){console.warn("THREE.GLTFLoader: Missing camera parameters.");return}return n.type==="perspective"?t=new Mt(zc.radToDeg(i.yfov),i.aspectRatio||1,i.znear||1,i.zfar||2e6):n.type==="orthographic"&&(t=new Gi(-i.xmag,i.xmag,i.ymag,-i.ymag,i.znear,i.zfar)),n.name&&(t.name=this.createUniqueName(n.name)),ti(t,n),Promise.resolve(t)}loadSkin(e){let t=this.json.skins[e],n=[];for(let i=0,r=t.joints.length;i<r;i++)n.push(this._loadNodeShallow(t.joints[i]));return t.inverseBindMatrices!==void 0?n.push(this.getDependency("accessor",t.inverseBindMatrices)):n.push(null),Promise.all(n).then(function(i){let r=i.pop(),o=i,a=[],l=[];for(let c=0,h=o.length;c<h;c++){let u=o[c];if(u){a.push(u);let d=new Pe;r!==null&&d.fromArray(r.array,c*16),l.push(d)}else console.warn('THREE.GLTFLoader: Joint "%s" could not be found.',t.joints[c])}return new pi(a,l)})}loadAnimation(e){let t=this.json,n=this,i=t.animations[e],r=i.name?i.name:"animation_"+e,o=[],a=[],l=[],c=[],h=[];for(let u=0,d=i.channels.length;u<d;u++){let f=i.channels[u],g=i.samplers[f.sampler],x=f.target,m=x.node,p=i.parameters!==void 0?i.parameters[g.input]:g.input,w=i.parameters!==void 0?i.parameters[g.output]:g.output;x.node!==void 0&&(o.push(this.getDependency("node",m)),a.push(this.getDependency("accessor",p)),l.push(this.getDependency("accessor",w)),c.push(g),h.push(x))}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l),Promise.all(c),Promise.all(h)]).then(function(u){let d=u[0],f=u[1],g=u[2],x=u[3],m=u[4],p=[];for(let w=0,v=d.length;w<v;w++){let _=d[w],A=f[w],T=g[w],C=x[w],L=m[w];if(_===void 0)continue;_.updateMatrix&&_.updateMatrix();let M=n._createAnimationTracks(_,A,T,C,L);if(M)for(let S=0;S<M.length;S++)p.push(M[S])}return new Cr(r,void 0,p)})}createNodeMesh(e){let t=this.json,n=this,i=t.nodes[e];return i.mesh===void 0?null:n.getDependency("mesh",i.mesh).then(function(r){let o=n._getNodeRef(n.meshCache,i.mesh,r);return i.weights!==void 0&&o.traverse(function(a){if(a.isMesh)for(let l=0,c=i.weights.length;l<c;l++)a.morphTargetInfluences[l]=i.weights[l]}),o})}loadNode(e){let t=this.json,n=this,i=t.nodes[e],r=n._loadNodeShallow(e),o=[],a=i.children||[];for(let c=0,h=a.length;c<h;c++)o.push(n.getDependency("node",a[c]));let l=i.skin===void 0?Promise.resolve(null):n.getDependency("skin",i.skin);return Promise.all([r,Promise.all(o),l]).then(function(c){let h=c[0],u=c[1],d=c[2];d!==null&&h.traverse(function(f){f.isSkinnedMesh&&f.bind(d,Hv)});for(let f=0,g=u.length;f<g;f++)h.add(u[f]);return h})}_loadNodeShallow(e){let t=this.json,n=this.extensions,i=this;if(this.nodeCache[e]!==void 0)return this.nodeCache[e];let r=t.nodes[e],o=r.name?i.createUniqueName(r.name):"",a=[],l=i._invokeOne(function(c){return c.createNodeMesh&&c.createNodeMesh(e)});return l&&a.push(l),r.camera!==void 0&&a.push(i.getDependency("camera",r.camera).then(function(c){return i._getNodeRef(i.cameraCache,r.camera,c)})),i._invokeAll(function(c){return c.createNodeAttachment&&c.createNodeAttachment(e)}).forEach(function(c){a.push(c)}),this.nodeCache[e]=Promise.all(a).then(function(c){let h;if(r.isBone===!0?h=new qn:c.length>1?h=new ct:c.length===1?h=c[0]:h=new mt,h!==c[0])for(let u=0,d=c.length;u<d;u++)h.add(c[u]);if(r.name&&(h.userData.name=r.name,h.name=o),ti(h,r),r.extensions&&is(n,h,r),r.matrix!==void 0){let u=new Pe;u.fromArray(r.matrix),h.applyMatrix4(u)}else r.translation!==void 0&&h.position.fromArray(r.translation),r.rotation!==void 0&&h.quaternion.fromArray(r.rotation),r.scale!==void 0&&h.scale.fromArray(r.scale);if(!i.associations.has(h))i.associations.set(h,{});else if(r.mesh!==void 0&&i.meshCache.refs[r.mesh]>1){let u=i.associations.get(h);i.associations.set(h,{...u})}return i.associations.get(h).nodes=e,h}),this.nodeCache[e]}loadScene(e){let t=this.extensions,n=this.json.scenes[e],i=this,r=new ct;n.name&&(r.name=i.createUniqueName(n.name)),ti(r,n),n.extensions&&is(t,r,n);let o=n.nodes||[],a=[];for(let l=0,c=o.length;l<c;l++)a.push(i.getDependency("node",o[l]));return Promise.all(a).then(function(l){for(let h=0,u=l.length;h<u;h++)r.add(l[h]);let c=h=>{let u=new Map;for(let[d,f]of i.associations)(d instanceof jt||d instanceof Et)&&u.set(d,f);return h.traverse(d=>{let f=i.associations.get(d);f!=null&&u.set(d,f)}),u};return i.associations=c(r),r})}_createAnimationTracks(e,t,n,i,r){let o=[],a=e.name?e.name:e.uuid,l=[];vi[r.path]===vi.weights?e.traverse(function(d){d.morphTargetInfluences&&l.push(d.name?d.name:d.uuid)}):l.push(a);let c;switch(vi[r.path]){case vi.weights:c=Rn;break;case vi.rotation:c=Cn;break;case vi.translation:case vi.scale:c=In;break;default:switch(n.itemSize){case 1:c=Rn;break;case 2:case 3:default:c=In;break}break}let h=i.interpolation!==void 0?Uv[i.interpolation]:Ui,u=this._getArrayFromAccessor(n);for(let d=0,f=l.length;d<f;d++){let g=new c(l[d]+"."+vi[r.path],t.array,u,h);i.interpolation==="CUBICSPLINE"&&this._createCubicSplineTrackInterpolant(g),o.push(g)}return o}_getArrayFromAccessor(e){let t=e.array;if(e.normalized){let n=Yh(t.constructor),i=new Float32Array(t.length);for(let r=0,o=t.length;r<o;r++)i[r]=t[r]*n;t=i}return t}_createCubicSplineTrackInterpolant(e){e.createInterpolant=function(n){let i=this instanceof Cn?jh:cl;return new i(this.times,this.values,this.getValueSize()/3,n)},e.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline=!0}};function Vv(s,e,t){let n=e.attributes,i=new tn;if(n.POSITION!==void 0){let a=t.json.accessors[n.POSITION],l=a.min,c=a.max;if(l!==void 0&&c!==void 0){if(i.set(new R(l[0],l[1],l[2]),new R(c[0],c[1],c[2])),a.normalized){let h=Yh($s[a.componentType]);i.min.multiplyScalar(h),i.max.multiplyScalar(h)}}else{console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.");return}}else return;let r=e.targets;if(r!==void 0){let a=new R,l=new R;for(let c=0,h=r.length;c<h;c++){let u=r[c];if(u.POSITION!==void 0){let d=t.json.accessors[u.POSITION],f=d.min,g=d.max;if(f!==void 0&&g!==void 0){if(l.setX(Math.max(Math.abs(f[0]),Math.abs(g[0]))),l.setY(Math.max(Math.abs(f[1]),Math.abs(g[1]))),l.setZ(Math.max(Math.abs(f[2]),Math.abs(g[2]))),d.normalized){let x=Yh($s[d.componentType]);l.multiplyScalar(x)}a.max(l)}else console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.")}}i.expandByVector(a)}s.boundingBox=i;let o=new Ft;i.getCenter(o.center),o.radius=i.min.distanceTo(i.max)/2,s.boundingSphere=o}function jf(s,e,t){let n=e.attributes,i=[];function r(o,a){return t.getDependency("accessor",o).then(function(l){s.setAttribute(a,l)})}for(let o in n){let a=$h[o]||o.toLowerCase();a in s.attributes||i.push(r(n[o],a))}if(e.indices!==void 0&&!s.index){let o=t.getDependency("accessor",e.indices).then(function(a){s.setIndex(a)});i.push(o)}return je.workingColorSpace!==Pt&&"COLOR_0"in n&&console.warn(`THREE.GLTFLoader: Converting vertex colors from "srgb-linear" to "${je.workingColorSpace}" not supported.`),ti(s,e),Vv(s,e,t),Promise.all(i).then(function(){return e.targets!==void 0?Fv(s,e.targets,t):s})}var Zh={KeyW:[0,1],ArrowUp:[0,1],KeyS:[0,-1],ArrowDown:[0,-1],KeyA:[-1,0],ArrowLeft:[-1,0],KeyD:[1,0],ArrowRight:[1,0]},Gv={KeyQ:-1,KeyE:1},Wv=.15,Ys=class{constructor(){Object.assign(this,{held:new Set,touch:[0,0],touchJog:!1,touchJump:!1,touchCrouch:!1,active:!0}),this.commands=new Map,addEventListener("keydown",e=>this.down(e)),addEventListener("keyup",e=>this.held.delete(e.code)),addEventListener("blur",()=>this.held.clear())}down(e){e.ctrlKey||e.metaKey||e.altKey||Ya(e.target,e.key)||!this.active||((Zh[e.code]||e.code==="Space")&&e.preventDefault(),this.held.add(e.code),e.repeat||this.commands.get(e.code)?.())}read(){let e=0,t=0,n=0;for(let l of this.held)e+=Zh[l]?.[0]??0,t+=Zh[l]?.[1]??0,n+=Gv[l]??0;let i=(...l)=>l.some(c=>this.held.has(c)),r=this.readPad();e+=this.touch[0]+r.right,t+=this.touch[1]+r.ahead,n+=r.sideways;let o=Math.hypot(e+n,t),a=Math.max(1,o);return{right:e/a,ahead:t/a,sideways:n/a,jog:i("ShiftLeft","ShiftRight")||this.touchJog||r.jog,run:i("KeyR"),crouch:i("KeyC")||this.touchCrouch||r.crouch,jump:i("Space")||this.touchJump||r.jump,idle:o<.01}}readPad(){let e=[...navigator.getGamepads?.()??[]].find(i=>i?.connected&&i.mapping==="standard");if(!e||!this.active)return{right:0,ahead:0,sideways:0,camera:[0,0]};let t=i=>Math.abs(i)<Wv?0:i,n=i=>e.buttons[i]?.pressed??!1;return{right:t(e.axes[0]),ahead:-t(e.axes[1]),camera:[t(e.axes[2]),t(e.axes[3])],sideways:(n(5)?1:0)-(n(4)?1:0),jump:n(0),crouch:n(1),jog:(e.buttons[7]?.value??0)>.3}}touchControls(e){let t=U(".knob"),n=U(".stick",{"aria-hidden":"true"},t),i=a=>{let l=n.getBoundingClientRect(),c=l.width/2,h=(a.clientX-l.left-c)/c,u=(a.clientY-l.top-c)/c,d=Math.max(1,Math.hypot(h,u));[h,u]=[h/d,u/d],this.touch=[h,-u],t.style.transform=`translate(${h*60}%, ${u*60}%)`},r=()=>{this.touch=[0,0],t.style.transform=""};n.addEventListener("pointerdown",a=>{n.setPointerCapture(a.pointerId),i(a)}),n.addEventListener("pointermove",a=>n.hasPointerCapture(a.pointerId)&&i(a));for(let a of["pointerup","pointercancel"])n.addEventListener(a,r);let o=(a,l)=>U("button.knobs",{type:"button",onpointerdown:()=>{this[l]=!0},onpointerup:()=>{this[l]=!1},onpointercancel:()=>{this[l]=!1}},a);return U(".touch",{},n,U(".buttons",{},o(e.jog,"touchJog"),o(e.crouch,"touchCrouch"),o(e.jump,"touchJump")))}};var Xv=33,qv=.92,jv={seconds:6,script:[{t:0,move:[0,1],gait:"walk"},{t:3,move:[0,1],gait:"jog"}]},hl=class{constructor(e){let{view:t,client:n}=e;Object.assign(this,{app:e,view:t,client:n,id:`page-${Math.random().toString(36).slice(2,10)}`,file:null,corrections:new Map,most:null,mine:null,last:null,changes:Promise.resolve()}),this.sticks=new Ys,this.sticks.active=!1,this.group=new ct,this.group.visible=!1,t.scene.add(this.group),t.listeners.add(this),this.panel=this.makePanel(),this.hud=U(".motion-hud",{},this.sticks.touchControls({jog:N("kJog"),jump:N("kJump"),crouch:N("kCrouch")}));for(let i of["dragover","drop"])addEventListener(i,r=>this.drag(r))}makePanel(){this.input=U("input",{id:"own-file",type:"file",accept:".glb,.vrm,model/gltf-binary",onchange:()=>this.choose(this.input.files[0])}),this.limit=U("p.quiet",{},N("ownKinds")),this.told=U("p.told",{role:"status","aria-live":"polite"}),this.bones=U(".own-bones"),this.take=U(".row",{hidden:!0},We(N("ownGlb"),()=>this.download("glb")),We("BVH",()=>this.download("bvh")));let e=[["W A S D / ↑ ← ↓ →","kMove"],["Shift","kJog"],["C","kCrouch"],["Space","kJump"],["[ ]","kTurn"],["+ −","kZoom"]];return this.keys=U("details.keys",{hidden:!0},U("summary",{},N("keys")),U("dl",{},e.map(([t,n])=>[U("dt",{},U("kbd",{},t)),U("dd",{},N(n))]))),U("section",{},U(".field.own-drop",{},U("label",{htmlFor:"own-file"},N("ownDrop")),this.input),this.limit,this.told,this.take,this.bones,this.keys)}drag(e){!this.shown||!e.dataTransfer?.types.includes("Files")||(e.preventDefault(),e.type==="drop"&&this.choose(e.dataTransfer.files[0]))}choose(e){if(e){if(!/\.(glb|vrm)$/i.test(e.name))return this.tell(N("ownOther"),!0);if(this.most&&e.size>this.most)return this.tell(`${e.name}: ${Jh(e.size)} MB. ${N("ownMost")} ${Jh(this.most)} MB.`,!0);this.change(async()=>{let t={file:this.file,corrections:this.corrections};this.tell(N("ownReading")),Object.assign(this,{file:e,corrections:new Map});try{await this.put().catch(n=>this.rig(n))}catch(n){throw Object.assign(this,t),n}await this.load(await this.file.arrayBuffer()),await this.walk()})}}change(e){return this.changes=this.changes.then(e).catch(t=>{console.warn(t);let n=$v(t);t.status===401&&this.app.say(t),this.tell(n,!0)}),this.changes}tell(e,t=!1){this.told.textContent=e,this.told.classList.toggle("bad",t)}async ask(e,t,{body:n,type:i}={}){let r={...i?{"Content-Type":i}:{},...this.client.key?{Authorization:`Bearer ${this.client.key}`}:{}},o=await fetch(this.client.base+t,{method:e,headers:r,body:n});if(!o.ok)throw new ii(o.status,await o.json().catch(()=>({})));return o}async put(){let e=[...this.corrections].map(([n,i])=>`${n}=${i}`).join(","),t=await this.ask("PUT",`/v1/characters/${this.id}${e?`?match=${encodeURIComponent(e)}`:""}`,{body:this.file,type:"model/gltf-binary"});this.showMatch(await t.json())}async rig(e){if(!Yf(e))throw e;this.tell(N("ownRigging"));let t=await this.ask("POST","/v1/rig",{body:this.file,type:"model/gltf-binary"}).catch(n=>{throw Yf(n)?e:n});this.file=new File([await t.blob()],this.file.name),await this.put()}async load(e){let t=new ll().register(i=>(i.textureLoader=new Hi(i.options.manager),{name:"pictures"})),{scene:n}=await t.parseAsync(e,"");kl(this.group),this.group.clear(),this.group.add(n),n.traverse(i=>{i.isMesh&&Object.assign(i,{castShadow:!0,frustumCulled:!1})}),this.object=n}showMatch({match:e,rig:t,joints:n}){let i=e.filter(l=>l.joint!==null).length,r=e.filter(l=>l.doubt).length;this.tell(`${this.file.name}: ${i} / ${e.length} ${N("ownFound")}${t?` (${t})`:""}${r?`. ${r} ${N("ownDoubts")}`:""}`);let o=n.map(l=>l.name),a=r>0||this.bones.querySelector("details")?.open;this.bones.replaceChildren(U("details",{open:a},U("summary",{},N("ownMatch")),U("p.quiet",{},N("ownMend")),U(".own-list",{},e.map(l=>this.row(l,o))))),this.take.hidden=this.keys.hidden=!1}row({bone:e,joint:t,by:n,doubt:i},r){let o=`bone-${e}`,a=U("select",{id:o,onchange:()=>this.mend(e,a.value)},U("option",{value:""},N("ownNone")),r.map(l=>U("option",{value:l,selected:l===t},l)));return a.title=i??N(`by_${n}`),U(`.own-bone${i?".doubt":""}`,{},U("label",{htmlFor:o},e),a,i?U("span.why",{},i):null)}mend(e,t){let n=new Map(this.corrections);this.corrections.set(e,t),this.change(async()=>{try{await this.put()}catch(i){throw this.corrections=n,await this.put(),i}await this.walk(),document.getElementById(`bone-${e}`)?.focus()})}async walk(){if(!this.stream){let t=this.client.stream({WebSocket:this.app.Socket,profile:{channels:["root","character"]}});t.on("frame",n=>this.app.frame(n)).on("error",n=>n.ref||this.app.say(n)),await t.open(),this.stream=t}let e=this.last?{position:[this.last.root[0],this.last.root[2]],facing:this.last.yaw}:{};this.mine&&await this.mine.despawn(),this.mine=this.last=null,this.mine=await this.stream.spawn({character:this.id,...e}),this.sent=""}update(e,t){if(!this.shown||!this.mine||!this.object||(this.last=this.stream.sample().find(({id:r})=>r===this.mine.id)??this.last,!this.last))return;Fl(this.object,this.mine,this.last);let{camera:n}=this.view,i=this.sticks.readPad().camera;n.aim.set(this.last.root[0],this.last.root[1]+qv,this.last.root[2]),n.turn(-2.2*e*i[0],1.4*e*i[1]),this.drive(t)}drive(e){let t=this.sticks.read(),{ahead:n,right:i}=this.view.camera.axes,r=t.right+t.sideways,o=[0,1].map(l=>t.ahead*n[l]+r*i[l]),a=JSON.stringify([o.map(l=>l.toFixed(3)),t]);a===this.sent||e<(this.nextInput??0)||(this.nextInput=e+Xv/1e3,this.sent=a,this.mine.input({move:o,gait:t.crouch?"crouch":t.run?"run":t.jog?"jog":"walk",jump:t.jump}))}download(e){this.change(async()=>{let t=await this.ask("POST",`/v1/motions/rollout?format=${e}`,{body:JSON.stringify({...jv,character:this.id}),type:"application/json"}),n=U("a",{href:URL.createObjectURL(await t.blob()),download:`${this.file.name.replace(/\.\w+$/,"")}-walks.${e}`});n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4),dt(N("ownSaved"),"hint")})}show(e){if(this.shown=this.group.visible=this.sticks.active=e,!e)return this.mine?.input({move:[0,0]});Object.assign(this.view.camera,{onrest:null,grab:null,heightAt:()=>0}),this.most||this.change(()=>this.askLimit())}async askLimit(){let{body_bytes:e}=await this.client.json("GET","/v1/characters");this.most=e,this.limit.textContent=`${N("ownKinds")} ${N("ownMost")} ${Jh(e)} MB.`}},$v=s=>s.errors?.length?s.errors.map(e=>e.detail).join("; "):s.message,Yf=s=>s.status===400&&s.errors.some(({pointer:e,detail:t})=>(e||t).startsWith("/skins")),Jh=s=>(s/2**20).toFixed(s<10*2**20?1:0);var Kf={en:["Motion: W A S D walk; hold Shift to jog, R to run, C to crouch; Space jumps; a gamepad's stick or the one on a touch screen does the same.","Characters: up to a hundred, who go round one another. N goes to the next one. Ground: hills, steps, a course with walls, jumps and a low place.","P, then a line on the ground: the character follows it. G: a ball that its hand reaches for.","V records what they do; V again saves a GLB with animation.","Body: set the height to 1.80 m and the rest follows as it most likely would.","Drag the balls on hands, feet, head and pelvis; red ones are joints at their limits. From the keyboard: Tab to a ball's button, then arrows.","Skinning side by side shows linear and dual quaternion blending, with and without pose blend shapes.","Copy link keeps shape, pose, solver and camera. Walk with this body gives it to your character in Motion.","Server: how late ticks are, round trip, bytes, dropped frames."],zh:["动作:W A S D 行走;按住 Shift 慢跑、R 快跑、C 蹲伏;空格跳跃;手柄摇杆或触屏摇杆同样可用。","角色数最多一百,会互相避让。按 N 切换到下一个。地面:山丘、台阶、带墙壁、跳跃区和低矮处的障碍场。","按 P,然后在地面上画线:角色会沿线行走。按 G:手会伸向小球。","按 V 开始录制,再按 V 保存为带动画的 GLB。","人体:把身高设为 1.80 米,其余尺寸按最可能的方式变化。","拖动手、脚、头和骨盆上的小球;红色小球表示关节已达限位。键盘:Tab 到小球的按钮,然后用方向键。","并排比较蒙皮:线性与对偶四元数混合,含与不含姿势混合形状。","复制链接会保留体型、姿势、求解器和镜头。用这个身体行走会让动作中你的角色使用它。","服务器:节拍延迟、往返时间、字节数、丢弃的帧。"]},Zf={en:[["Is a model file safe to load?","Pickles run code when Python loads them. posed parses them and executes nothing."],["The body stands half in the ground",'The root turns about the pelvis and translation moves the whole model; neither says where the feet are. Ask for "ground": true.'],["It lies on its back, or is mirrored",'Axes differ between programs. Ask for "frame": unity, unreal, blender, amass; every reply says its frame.'],["It is a hundred times too large","Everything here is metres, radians, seconds. The original PFNN and many BVH files are in centimetres."],["The wrong joint turns","The order of joints differs between models. Names travel along: use them, not numbers."],["The same betas give somebody else","betas mean something for one model only. Measure the body and fit the other model to that."],["May I use it in a product?","SMPL, AMASS and the published PFNN weights are non-commercial. What ships with posed is not: licence and provenance are in every model."],["The skin shakes far from the origin","Coarse numbers have millimetres of error far out. Frames are relative to the character's root."],["An arm flips for one frame","q and -q are one rotation; mixing must stay on one hemisphere. The wire does, and so do the clients."],["The character lags more and more","A slow reader drowns in its past. Here the newest frame wins and what was dropped is counted."]],zh:[["加载模型文件安全吗?","Python 加载 pickle 时会执行代码。posed 只解析,不执行任何内容。"],["身体有一半陷在地面里",'根关节绕骨盆旋转,translation 移动整个模型,两者都不表示脚的位置。请使用 "ground": true。'],["身体躺着,或者左右颠倒",'各程序的坐标轴不同。请指定 "frame":unity、unreal、blender、amass;每个回复都说明其坐标系。'],["大了一百倍","这里一律使用米、弧度、秒。原版 PFNN 和许多 BVH 文件使用厘米。"],["转动了错误的关节","各模型的关节顺序不同。名称总是随数据一起给出:请用名称,不要用编号。"],["同样的 betas 得到另一个人","betas 只对一个模型有意义。请先测量身体,再让另一个模型拟合这些尺寸。"],["可以用于产品吗?","SMPL、AMASS 和已发表的 PFNN 权重仅限非商业用途。posed 自带的模型不受此限:每个模型都注明许可和来源。"],["离原点远时皮肤抖动","粗略的数值在远处有毫米级误差。帧中的数据相对于角色的根。"],["手臂在某一帧翻转","q 与 -q 是同一个旋转,混合必须在同一半球上。传输和客户端都保证这一点。"],["角色越来越滞后","读得慢的客户端会淹没在过去的数据里。这里总是最新的帧优先,丢弃的帧会计数。"]]};var Jf=s=>s.replace(/^http/,"ws"),Yv=[["curl",s=>`curl '${s}/v1/models/default/mesh?betas=1.5,-0.5&format=glb' -o body.glb
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
url = "${Jf(s)}/v1/stream"`],["WebSocket",s=>`${Jf(s)}/v1/stream            subprotocol posed.v1
-> {"type":"join"}
-> {"type":"spawn","ref":1}
<- {"type":"spawned","ref":1,"id":1,...}
-> {"type":"input","id":1,"move":[0,1],"gait":"walk"}
<- binary frames, 60 a second`]],ul=class{constructor(){this.panel=U("section.guide",{},U("h2",{},N("tour")),U("ol",{},Kf[ts].map(e=>U("li",{},e))),U("h2",{},N("starts")),Yv.map(([e,t])=>this.start(e,t(location.origin))),U("h2",{},N("pitfalls")),Zf[ts].map(([e,t])=>U("details",{},U("summary",{},e),U("p.quiet",{},t))),U("p.links",{},U("a",{href:"/docs"},N("interface")),U("a",{href:"/openapi.json"},"OpenAPI")))}start(e,t){let n=()=>navigator.clipboard.writeText(t).then(()=>dt(N("copied"),"hint"),()=>dt(N("notCopied")));return U("details",{},U("summary",{},e),U("pre",{tabIndex:0,"aria-label":e},t),We(N("copyText"),n))}show(){}};var Qf=`
  uniform vec3 toSun, sun, sky, ground, haze;
  uniform vec2 fogged;
  varying vec3 vColor;
  vec3 encoded(vec3 c) {
    vec3 a = sqrt(max(c, 0.0)), b = sqrt(a); // sRGB by roots, within 0.002
    return 0.5851224 * a + 0.7831404 * b - 0.3682627 * sqrt(b);
  }
  void light(vec3 at, vec3 n, vec3 albedo) {
    vec3 falls = sun * max(0.0, dot(n, toSun)) + mix(ground, sky, 0.5 * n.y + 0.5);
    vec4 seen = viewMatrix * vec4(at, 1.0);
    vColor = mix(encoded(0.3183099 * albedo * falls), haze, smoothstep(fogged.x, fogged.y, -seen.z));
    gl_Position = projectionMatrix * seen;
  }`,Kv=`
  vec2 w = fwidth(vGround) + 1e-5, near = abs(fract(vGround - 0.5) - 0.5) / w;
  float line = max(0.0, 1.0 - min(near.x, near.y)) * 0.4 * clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);`;function ep(){let s=()=>({value:new ae});return{toSun:{value:new R},sun:s(),sky:s(),ground:s(),haze:s(),fogged:{value:new Ne(14,48)}}}function tp(s,{sun:e,sky:t},n){s.toSun.value.copy(e.position).sub(e.target.position).normalize(),s.sun.value.copy(e.color).multiplyScalar(e.intensity),s.sky.value.copy(t.color).multiplyScalar(t.intensity),s.ground.value.copy(t.groundColor).multiplyScalar(t.intensity),s.haze.value.copy(n.color).convertLinearToSRGB(),s.fogged.value.set(n.near,n.far)}var np=s=>new Bt({uniforms:s,vertexColors:!0,vertexShader:`${Qf}
  void main() { light(position, normal, color); }`,fragmentShader:"varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }"}),ip=(s,e,t)=>new Bt({uniforms:{...s,albedo:e,lineColor:t},vertexShader:`uniform vec3 albedo, lineColor; varying vec2 vGround; varying vec3 vLine;
${Qf}
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vGround = at.xz;
    light(at.xyz, normal, lineColor);
    vLine = vColor;
    light(at.xyz, normal, albedo);
  }`,fragmentShader:`varying vec3 vColor, vLine; varying vec2 vGround;
  void main() {${Kv}
  gl_FragColor = vec4(mix(vColor, vLine, line), 1.0);
  }`});var dl={x:new Float32Array(0),y:new Float32Array(0),w:new Float32Array(0),out:new Uint8Array(0)};function Zv(s){if(!(dl.x.length>=s)){for(let e of["x","y","w"])dl[e]=new Float32Array(2*s);dl.out=new Uint8Array(2*s)}}function fl(s,e,t,n,i){Zv(e);let r=n,{x:o,y:a,w:l,out:c}=dl;for(let u=0,d=0;u<e;u++,d+=3){let f=s[d],g=s[d+1],x=s[d+2],m=r[0]*f+r[4]*g+r[8]*x+r[12],p=r[1]*f+r[5]*g+r[9]*x+r[13],w=r[3]*f+r[7]*g+r[11]*x+r[15];o[u]=m,a[u]=p,l[u]=w,c[u]=(m<-w?1:0)|(m>w?2:0)|(p<-w?4:0)|(p>w?8:0)|(w<=0?16:0)}let h=0;for(let u=0;u<t.length;u+=3){let d=t[u],f=t[u+1],g=t[u+2];c[d]&c[f]&c[g]||o[d]*(a[f]*l[g]-l[f]*a[g])-a[d]*(o[f]*l[g]-l[f]*o[g])+l[d]*(o[f]*a[g]-a[f]*o[g])<=0||(i[h]=d,i[h+1]=f,i[h+2]=g,h+=3)}return h}var sp=64;function Jv({positions:s,normals:e,skinIndex:t,skinWeight:n,colors:i=null},r){let o=new Map,a=Uint32Array.from(r,h=>o.has(h)?o.get(h):(o.set(h,o.size),o.size-1)),l=[...o.keys()],c=(h,u,d)=>d.from({length:u*o.size},(f,g)=>h[u*l[Math.floor(g/u)]+g%u]);return{indices:a,count:o.size,positions:c(s,3,Float32Array),normals:c(e,3,Float32Array),joints:c(t,4,Uint8Array),weights:c(n,4,Float32Array),colors:i&&c(i,3,Float32Array)}}var pl=class{constructor(e,t){this.view=t,this.mesh=new Ke(new $e,t.plainLight?np(t.plainLight):new Lt({vertexColors:!0})),Object.assign(this.mesh,{frustumCulled:!1,castShadow:!0,visible:!1}),e.add(this.mesh),Object.assign(this,{members:[],parts:new WeakMap,color:new ae,root:new Float32Array(12),world:new Float32Array(12*sp),skin:new Float32Array(12*sp),corners:new Uint32Array(0)})}partOf(e,t){this.parts.has(e)||this.parts.set(e,new Map);let n=this.parts.get(e);return n.has(t)||n.set(t,Jv(e.whole,e.withTriangles(t).index.array)),n.get(t)}draw(e){let t=e.sort((a,l)=>a.key-l.key);if(this.mesh.visible=t.length>0,!t.length)return;let n=t.map(({shape:a,triangles:l})=>this.partOf(a,l));(t.length!==this.members.length||t.some(({color:a},l)=>this.members[l].part!==n[l]||this.members[l].color!==a))&&this.lay(t,n);let{position:i,normal:r}=this.mesh.geometry.attributes,o=0;t.forEach(({c:a,shape:l},c)=>{let h=n[c];Af(a,this.root),Ka(l,l.rotations(a.smpl.rotations),l.pelvis(a.smpl.pelvis),this.root,this.world,this.skin);for(let u=0;u<h.count;u++,o+=3)Za(h,this.skin,u,i.array,r.array,o)});for(let a of[i,r])a.needsUpdate=!0;this.choose(i.array,o/3)}choose(e,t){let{geometry:n}=this.mesh;this.view.sun.castShadow&&n.index.array.set(this.corners);let i=this.view.sun.castShadow?this.corners.length:fl(e,t,this.corners,this.view.toClip(),n.index.array);n.index.needsUpdate=!0,n.setDrawRange(0,i)}lay(e,t){let n=h=>t.reduce((u,d)=>u+h(d),0),i=n(h=>h.count),r=new Uint32Array(n(h=>h.indices.length)),o=new Float32Array(3*i),a=new $e,l=0,c=0;t.forEach((h,u)=>{for(let d of h.indices)r[c++]=d+l;if(h.colors)o.set(h.colors,3*l);else for(let d=0;d<h.count;d++)this.color.set(e[u].color).toArray(o,3*(l+d));l+=h.count});for(let h of["position","normal"])a.setAttribute(h,new ke(new Float32Array(3*i),3).setUsage(Bs));a.setAttribute("color",new ke(o,3)),this.corners=r,a.setIndex(new ke(r.slice(),1).setUsage(Bs)),this.mesh.geometry.dispose(),this.mesh.geometry=a,this.members=e.map(({color:h},u)=>({part:t[u],color:h}))}dispose(){this.mesh.removeFromParent(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}};function op(s,e,t){let n=Qv(s,e),i=[],r=Uint32Array.from(e);for(let o of t){for(;r.length>3*o;){let a=eb(s,n,r,o);if(a.length===r.length)break;r=a}i.push(r)}return i}function Qv(s,e){let t=new Float64Array(s.length/3*10),n=[0,0,0];for(let i=0;i<e.length;i+=3){let r=Math.sqrt(Qh(s,e[i],e[i+1],e[i+2],n));if(!r)continue;let[o,a,l]=n.map(d=>d/r),c=3*e[i],h=-(o*s[c]+a*s[c+1]+l*s[c+2]),u=[o*o,o*a,o*l,o*h,a*a,a*l,a*h,l*l,l*h,h*h];for(let d=0;d<3;d++)for(let f=0;f<10;f++)t[10*e[i+d]+f]+=.5*r*u[f]}return t}function Qh(s,e,t,n,i){let[r,o,a]=[s[3*e],s[3*e+1],s[3*e+2]],l=s[3*t]-r,c=s[3*t+1]-o,h=s[3*t+2]-a,u=s[3*n]-r,d=s[3*n+1]-o,f=s[3*n+2]-a;return i[0]=c*f-h*d,i[1]=h*u-l*f,i[2]=l*d-c*u,i[0]*i[0]+i[1]*i[1]+i[2]*i[2]}function rp(s,e,t,n){let i=s[3*n],r=s[3*n+1],o=s[3*n+2],a=l=>e[10*t+l]+e[10*n+l];return a(0)*i*i+a(4)*r*r+a(7)*o*o+2*(a(1)*i*r+a(2)*i*o+a(5)*r*o+a(3)*i+a(6)*r+a(8)*o)+a(9)}function eb(s,e,t,n){let i=tb(s,e,t),r=nb(t,s.length/3),o=Uint32Array.from({length:s.length/3},(u,d)=>d),a=new Uint8Array(o.length),l=Math.ceil((t.length/3-n)/2),c=1.5*i.costs[i.order[Math.min(i.order.length-1,l)]],h=0;for(let u of i.order){let d=i.from[u],f=i.to[u];if(h>=l||i.costs[u]>c)break;if(!(a[d]||a[f]||ib(s,t,r,d,f))){for(let g=0;g<10;g++)e[10*f+g]+=e[10*d+g];for(let g=r.starts[d];g<r.starts[d+1];g++)for(let x=0;x<3;x++)a[t[3*r.list[g]+x]]=1;o[d]=f,h++}}return sb(t,o)}function tb(s,e,t){let n=[],i=[],r=[];for(let a=0;a<t.length;a+=3)for(let l=0;l<3;l++){let c=t[a+l],h=t[a+(l+1)%3];if(c>h)continue;let u=rp(s,e,c,h),d=rp(s,e,h,c);n.push(u<=d?c:h),i.push(u<=d?h:c),r.push(Math.min(u,d))}let o=Uint32Array.from(r.keys()).sort((a,l)=>r[a]-r[l]);return{from:n,to:i,costs:r,order:o}}function nb(s,e){let t=new Uint32Array(e+1),n=new Uint32Array(s.length);for(let r of s)t[r+1]++;for(let r=0;r<e;r++)t[r+1]+=t[r];let i=t.slice();return s.forEach((r,o)=>{n[i[r]++]=Math.floor(o/3)}),{starts:t,list:n}}function ib(s,e,t,n,i){let r=[0,0,0],o=[0,0,0];for(let a=t.starts[n];a<t.starts[n+1];a++){let l=3*t.list[a],c=[e[l],e[l+1],e[l+2]];if(c.includes(i))continue;let h=Qh(s,...c,r),u=Qh(s,...c.map(d=>d===n?i:d),o);if(r[0]*o[0]+r[1]*o[1]+r[2]*o[2]<.2*Math.sqrt(h*u))return!0}return!1}function sb(s,e){let t=new Uint32Array(s.length),n=0;for(let i=0;i<s.length;i+=3){let r=e[s[i]],o=e[s[i+1]],a=e[s[i+2]];r===o||o===a||a===r||(t.set([r,o,a],n),n+=3)}return t.slice(0,n)}var ap=.005,eu={"[":[1.6,0],"]":[-1.6,0],PageUp:[0,.9],PageDown:[0,-.9]},ml=class{constructor(e){this.eye=new Mt(40,1,.05,300),this.target=new R(0,.95,0),this.aim=new R(0,.95,0),Object.assign(this,{yaw:.5,pitch:.22,distance:4.2,least:.7,most:40,offset:0,held:new Set,pointers:new Map,touched:-9,time:0}),this.onrest=null,this.grab=null,this.heightAt=()=>0,this.listen(e)}listen(e){e.addEventListener("pointerdown",t=>this.down(t,e)),e.addEventListener("pointermove",t=>this.move(t));for(let t of["pointerup","pointercancel"])e.addEventListener(t,n=>this.up(n));e.addEventListener("wheel",t=>{t.preventDefault(),this.zoom(Math.exp(.0012*t.deltaY))},{passive:!1}),addEventListener("keydown",t=>{t.ctrlKey||t.metaKey||Ya(t.target,t.key)||(eu[t.key]?this.held.add(t.key):t.key==="+"||t.key==="="?this.zoom(.9):t.key==="-"&&this.zoom(1.11))}),addEventListener("keyup",t=>this.held.delete(t.key)),addEventListener("blur",()=>this.held.clear())}down(e,t){t.setPointerCapture(e.pointerId),this.pointers.size===0&&e.button===0&&(this.drag=this.grab?.(e,this.ray(e,t))??null),this.pointers.set(e.pointerId,{x:e.clientX,y:e.clientY})}move(e){let t=this.pointers.get(e.pointerId);if(this.drag)return this.drag.move(e,this.ray(e,e.target));if(!t)return;let n=this.apart();if(this.pointers.set(e.pointerId,{x:e.clientX,y:e.clientY}),this.pointers.size===2)return this.zoom(n/Math.max(1,this.apart()));this.turn(-ap*(e.clientX-t.x),ap*(e.clientY-t.y)),this.touched=this.time}up(e){this.pointers.delete(e.pointerId),this.drag?.end(e),this.drag=null,this.onrest?.()}apart(){let[e,t]=this.pointers.values();return t?Math.hypot(e.x-t.x,e.y-t.y):1}write(){return[this.yaw,this.pitch,this.distance].map(e=>Number(e.toFixed(3))).join(",")}read(e){let[t,n,i]=(e??"").split(",").map(Number);[t,n,i].every(Number.isFinite)&&(this.yaw=t,this.turn(0,n-this.pitch),this.zoom(i/this.distance))}ray(e,t){let n=t.getBoundingClientRect(),i=new Ur,r=new Ne(2*(e.clientX-n.left)/n.width-1,1-2*(e.clientY-n.top)/n.height);return i.setFromCamera(r,this.eye),i.ray}turn(e,t){this.yaw+=e,this.pitch=Math.min(1.45,Math.max(-.25,this.pitch+t))}zoom(e){this.distance=Math.min(this.most,Math.max(this.least,this.distance*e))}resize(e,t,n){let i=Math.max(e>t?.344:0,.27*t/n.height,.21*t/n.width);this.eye.aspect=e/t,this.eye.fov=360/Math.PI*Math.atan(i),this.eye.setViewOffset(e,t,Math.round(-n.x),Math.round(-n.y),e,t),this.eye.updateProjectionMatrix()}get axes(){return{ahead:[-Math.sin(this.yaw),-Math.cos(this.yaw)],right:[Math.cos(this.yaw),-Math.sin(this.yaw)]}}update(e){this.time+=e;for(let i of this.held)this.turn(e*eu[i][0],e*eu[i][1]);this.target.lerp(this.aim,1-Math.exp(-9*e));let t=Math.cos(this.pitch)*this.distance,n=this.eye.position;n.set(this.target.x+Math.sin(this.yaw)*t,this.target.y+Math.sin(this.pitch)*this.distance,this.target.z+Math.cos(this.yaw)*t),n.y=Math.max(n.y,this.heightAt(n.x,n.z)+.25),this.eye.lookAt(this.target)}};var cp=new R(5.5,8.5,6.5),jr=7,rb={light:{top:10469606,horizon:15331059,ground:13223616,sun:16773336,strength:{sun:2.7,sky:1,plainSun:2.3,plainSky:1.55,around:.55},exposure:1},dark:{top:1779520,horizon:2765120,ground:1842982,sun:16769725,strength:{sun:2.6,sky:.9,plainSun:2.1,plainSky:1,around:.7},exposure:.95}},ob={vertexShader:"varying vec3 vAt; void main() { vAt = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",fragmentShader:`
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
    }`};function lp(s){let e=Object.fromEntries(["top","horizon","ground","sun"].map(n=>[n,{value:new ae}])),t=new Bt({...ob,uniforms:{...e,toSun:{value:cp.clone().normalize()},glow:{value:s}},side:Dt,depthWrite:!1,fog:!1,toneMapped:!1});return Object.assign(new Ke(new zi(150,32,16),t),{frustumCulled:!1,renderOrder:-9})}var gl=class{constructor(e){this.view=e,this.sky=new Ir(16777215,9080728,1),this.sun=new Wi(16777215,1);let{shadow:t}=this.sun;Object.assign(t,{bias:-4e-4,normalBias:.02,radius:5,blurSamples:12}),Object.assign(t.camera,{near:1,far:40,left:-jr,right:jr,top:jr,bottom:-jr}),e.scene.add(this.sky,this.sun,this.sun.target),!e.isSoftware&&(e.renderer.toneMapping=ra,e.renderer.shadowMap.type=Ko,this.dome=lp(.6),e.scene.add(this.dome))}set(e){let t=rb[e],{strength:n}=t,{isSoftware:i,renderer:r,scene:o}=this.view;this.sun.color.set(t.sun),this.sky.color.set(t.horizon),this.sky.groundColor.set(t.ground),this.sun.intensity=i?n.plainSun:n.sun,this.sky.intensity=i?n.plainSky:n.sky*.35,!i&&(r.toneMappingExposure=t.exposure,this.paint(this.dome.material.uniforms,t),this.around?.dispose(),this.around=this.surroundings(t),o.environment=this.around.texture,o.environmentIntensity=n.around)}paint(e,t){for(let n of["top","horizon","ground","sun"])e[n].value.set(t[n])}surroundings(e){let t=new Gs(this.view.renderer),n=new ki,i=lp(18);this.paint(i.material.uniforms,e),n.add(i);let r=t.fromScene(n,.02,1,400);return i.geometry.dispose(),i.material.dispose(),t.dispose(),r}follow(e){let t=2*jr/Math.max(512,this.sun.shadow.mapSize.x),n=i=>Math.round(i/t)*t;this.sun.target.position.set(n(e.x),n(e.y),n(e.z)),this.sun.position.copy(this.sun.target.position).add(cp),this.dome?.position.copy(this.view.camera.eye.position)}};var ab={sky:15002353,haze:15002353,ground:13553874,line:9935776,mark:3108845},lb={sky:1843756,haze:1843756,ground:2896443,line:5397609,mark:7250175},tu=[{pixels:2,shadows:2048,first:0,bodies:40,rest:6e3,ground:[.004,3e5]},{pixels:1.5,shadows:2048,first:0,bodies:16,rest:6e3,ground:[.006,15e4]},{pixels:1,shadows:1024,first:0,bodies:4,rest:2500,ground:[.01,6e4]},{pixels:.8,shadows:512,first:6e3,bodies:0,rest:2500,ground:[.015,2e4]},{pixels:.7,shadows:512,first:6e3,bodies:0,rest:1e3,ground:[.02,1e4]},{pixels:.6,shadows:0,first:2500,bodies:0,rest:1e3,ground:[.02,6e3]},{pixels:.5,shadows:0,first:2500,bodies:0,rest:1e3,ground:[.03,3e3]},{pixels:.45,shadows:0,first:1e3,bodies:0,rest:1e3,ground:[.04,1500]},{pixels:.4,shadows:0,first:1e3,bodies:0,rest:550,ground:[.05,1e3]}],Un=[6e3,2500,1e3,550],cb=matchMedia("(max-width: 760px), (max-height: 480px)"),hp=matchMedia("(max-width: 760px) and (orientation: portrait)"),_l=()=>cb.matches,hb=46,ub=30,db=14,up=30,xl=class{constructor(e,{context:t,isSoftware:n}){if(this.canvas=e,!t)throw new Error("WebGL 2 is not there");this.isStill=/[?&]quality=best\b/.test(location.hash),this.isSoftware=!this.isStill&&(n||/swiftshader|llvmpipe|software|basic render/i.test(pb(t))),this.isSoftware&&fb(),this.renderer=new ja({canvas:e,context:t}),this.renderer.debug.checkShaderErrors=!1,this.renderer.shadowMap.type=Or,this.scene=new ki,this.camera=new ml(e),this.listeners=new Set,this.clip=new Pe,this.times=[],this.fps=0,this.plainLight=this.isSoftware?ep():null,this.light=new gl(this),this.sun=this.light.sun,document.documentElement.classList.toggle("plain",this.isSoftware),this.level=this.isStill?0:this.isSoftware?5:Math.max(0,Math.min(2,tu.findIndex(r=>r.pixels<=devicePixelRatio))),this.best=this.isSoftware?2:this.level,this.setTheme(),this.setLevel(this.level);let i=new ResizeObserver(()=>{this.resize(),this.renderer.render(this.scene,this.camera.eye)});for(let r of[e,document.getElementById("panel")])i.observe(r);this.resize(),this.renderer.setAnimationLoop(r=>this.draw(r/1e3))}setTheme(){let e=document.documentElement.dataset.theme==="dark";this.colors=e?lb:ab,this.scene.background=new ae(this.colors.sky),this.scene.fog=new vr(this.colors.haze,14,48),this.light.set(e?"dark":"light"),this.plainLight&&tp(this.plainLight,this.light,this.scene.fog);for(let t of this.listeners)t.theme?.(this.colors)}toClip(){let{eye:e}=this.camera;return e.updateMatrixWorld(),this.clip.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse).elements}pixelsAt(e){return this.canvas.height*this.camera.eye.projectionMatrix.elements[5]/(2*Math.max(.1,e))}get detail(){return tu[this.level]}setLevel(e){this.level=e;let{shadows:t}=this.detail;this.renderer.shadowMap.enabled=t>0,this.sun.castShadow=t>0,t&&this.sun.shadow.mapSize.x!==t&&(this.sun.shadow.mapSize.set(t,t),this.sun.shadow.map?.dispose(),this.sun.shadow.map=null),this.scene.traverse(n=>{if(n.material)for(let i of[n.material].flat())i.needsUpdate=!0}),this.resize();for(let n of this.listeners)n.detail?.(this.detail)}resize(){let{clientWidth:e,clientHeight:t}=this.canvas;!e||!t||(this.renderer.setPixelRatio(Math.min(this.detail.pixels,this.isSoftware?1:devicePixelRatio*this.detail.pixels)),this.renderer.setSize(e,t,!1),this.camera.resize(e,t,this.free(e,t)))}free(e,t){let n=l=>document.getElementById(l).getBoundingClientRect(),i=n("panel"),r=_l()?n("bar").bottom+hb:0,o=hp.matches&&i.height?i.top:t,a=hp.matches?0:i.width;return{x:a/2,y:(r+o-t)/2,width:e-a,height:Math.max(80,o-r)}}draw(e){let t=Math.min(.1,e-(this.before??e));this.before=e,this.govern(e);for(let n of this.listeners)n.update?.(t,e);this.camera.update(t),this.light.follow(this.camera.target),this.renderer.render(this.scene,this.camera.eye),this.drawn=(this.drawn??0)+1}govern(e){if(this.times.push(e),this.times.length<=up)return;this.times.shift();let t=1e3*(e-this.times[0])/(up-1);if(this.fps=1e3/t,document.hidden||this.isStill||e<(this.patience??0))return;let n=t>ub&&this.level<tu.length-1?1:t<db&&this.level>this.best?-1:0;n&&(n>0&&this.finer&&(this.best=this.level+1),this.finer=n<0,this.patience=e+(n>0?2:6),this.times=[],this.setLevel(this.level+n))}};function fb(){let s="pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 )",e=Fe.colorspace_pars_fragment,t="sqrt( value.rgb )",n=`sqrt( ${t} )`,i=`sqrt( ${n} )`;Fe.colorspace_pars_fragment=e.replace(s,`0.5851224 * ${t} + 0.7831404 * ${n} - 0.3682627 * ${i}`)}function pb(s){let e=s.getExtension("WEBGL_debug_renderer_info");return String(e?s.getParameter(e.UNMASKED_RENDERER_WEBGL):s.getParameter(s.RENDERER))}var mb=["pelvis","left_hip","right_hip","spine1","left_knee","right_knee","spine2","left_ankle","right_ankle","spine3","left_foot","right_foot","neck","left_collar","right_collar","head","left_shoulder","right_shoulder","left_elbow","right_elbow","left_wrist","right_wrist","left_hand","right_hand"],gb={morphs:!1,levels:Un,left_hand:"relaxed",right_hand:"relaxed"},pp=s=>({rig:!0,...gb,...s}),yl=class s{static async load(e,t,n){let i=await e.glb(t,n),r=Xs(i);performance.mark("rig");let o=r.parts.length>1?await il(r.images):null;return new s({...r,buffer:i},r.parts.length>1?r.betas:n.betas??[],o)}constructor(e,t,n=null){Object.assign(this,{betas:t,rig:e,pictures:n,isDressed:n!==null,joints:e.joints}),this.binds=e.joints.map((i,r)=>new Pe().fromArray(e.inverseBinds,16*r)),this.whole=this.isDressed?Of(e,n):e,this.fine=dp(this.whole),this.pattern=e.pattern??this,this.fewer=new Map,this.floor=-fp(e.positions),this.lift=this.isDressed?-this.floor-Math.min(...e.parts.map(i=>fp(i.positions))):0,this.smpl=mb.map(i=>e.joints.findIndex(r=>r.name===i)),this.still=Float32Array.from(e.joints.flatMap(i=>i.rotation??[0,0,0,1]))}rotations(e,t=this.still.slice()){return this.smpl.forEach((n,i)=>{n>=0&&t.set(e.subarray(4*i,4*i+4),4*n)}),t}pelvis([e,t,n]){return[e,t+this.lift,n]}parts(e){return this.made??=this.rig.parts.map(t=>({geometry:dp(t),material:sl(t,this.rig.images,this.pictures,e.isSoftware)})),this.made}async reshaped(e,t,n){let i=n.slice(0,this.rig.betaCount),r=await e.mesh(t,{betas:i,include:["vertices","normals","joints"]}),o=c=>r.joints.subarray(3*c,3*c+3),a=Float32Array.from(this.joints.flatMap((c,h)=>[1,0,0,0,0,1,0,0,0,0,1,0,...o(h).map(u=>-u),1])),l=this.joints.map(({name:c,parent:h},u)=>({name:c,parent:h,offset:[...o(u)].map((d,f)=>d-(h<0?0:o(h)[f]))}));return new s({...this.rig,positions:r.vertices,normals:r.normals,joints:l,inverseBinds:a,pattern:this},i)}withTriangles(e){return e?(this.fewer.has(e)||this.fewer.set(e,xb(this.fine,this.isDressed?this.whole.levels[Un.indexOf(e)]:this.pattern.corners(e))),this.fewer.get(e)):this.fine}corners(e){return this.choices??=op(this.rig.positions,this.rig.indices,Un),this.choices[Un.indexOf(e)]}dispose(){for(let e of[this.fine,...this.fewer.values(),...(this.made??[]).map(t=>t.geometry)])e.dispose();for(let{material:e}of this.made??[])e.dispose()}};function dp({positions:s,normals:e,indices:t,skinIndex:n,skinWeight:i,uvs:r=null,colors:o=null}){let a=new $e().setIndex(new ke(t,1));for(let[l,c,h]of[["position",s,3],["normal",e,3],["skinIndex",n,4],["skinWeight",i,4],["uv",r,2],["color",o,3]])c&&a.setAttribute(l,new ke(c,h));return a}function xb(s,e){let t=new $e().setIndex(new ke(e,1));for(let[n,i]of Object.entries(s.attributes))t.setAttribute(n,i);return t}function fp(s){let e=1/0;for(let t=1;t<s.length;t+=3)e=Math.min(e,s[t]);return e}function mp(s){let e=(i,r,o)=>new ke(o.from(i),r),t=new $e;for(let i of["position","normal","color"])t.setAttribute(i,e([0,0,0],3,Float32Array));t.setAttribute("skinIndex",e([0,0,0,0],4,Uint8Array)).setAttribute("skinWeight",e([1,0,0,0],4,Float32Array));let n=new fi(t,gp(s,!0));n.bind(new pi([new qn]),new Pe),s.renderer.compile(n,s.camera.eye,s.scene)}function gp(s,e,t=16777215){return s.isSoftware?new Lt({color:t,vertexColors:e}):new nn({color:t,vertexColors:e,roughness:.75})}var bi=class{constructor(e,t,n){this.group=new ct,this.view=n,this.color=t,this.setShape(e)}setShape(e){this.shape=e,this.group.clear(),this.material?.dispose(),this.material=gp(this.view,e.isDressed,e.isDressed?16777215:this.color),this.bones=e.joints.map(t=>Object.assign(new qn,{name:t.name})),e.joints.forEach((t,n)=>{this.bones[n].position.fromArray(t.offset),this.bones[n].quaternion.fromArray(e.still,4*n),(t.parent<0?this.group:this.bones[t.parent]).add(this.bones[n])}),this.skeleton=new pi(this.bones,e.binds),this.bones[0].position.y=e.floor+e.lift,this.mesh=this.skinned(e.fine,this.material),this.full=null,this.group.add(this.mesh)}skinned(e,t){let n=new fi(e,t);return n.bind(this.skeleton,new Pe),n.boundingSphere=new Ft(new R(0,.9,0),1.5),Object.assign(n,{castShadow:!0,receiveShadow:!this.view.isSoftware})}set triangles(e){let t=!e&&this.shape.isDressed;t&&!this.full&&(this.full=new ct().add(...this.shape.parts(this.view).map(({geometry:n,material:i})=>this.skinned(n,i))),this.group.add(this.full)),this.full&&(this.full.visible=t),this.mesh.visible=!t,this.mesh.geometry=this.shape.withTriangles(e)}fade(e){Object.assign(this.material,{transparent:e<1,opacity:e})}pose(e){this.group.position.fromArray(e.root),this.group.rotation.y=e.yaw,e.smpl&&(this.bones[0].position.fromArray(this.shape.pelvis(e.smpl.pelvis)),this.shape.smpl.forEach((t,n)=>this.bones[t]?.quaternion.fromArray(e.smpl.rotations,4*n)))}places(e=new Float32Array(3*this.bones.length)){return this.group.updateWorldMatrix(!0,!0),this.bones.forEach((t,n)=>e.set(t.matrixWorld.elements.slice(12,15),3*n)),e}dispose(){this.group.removeFromParent(),this.skeleton.dispose(),this.material.dispose()}},_b=vb(),yb=new Tr(.022,1);function vb(){let s=new Ps(.001,.03,.8,5,1).translate(0,.6,0).toNonIndexed(),e=new Ps(.03,.001,.2,5,1).translate(0,.1,0).toNonIndexed(),t=new Float32Array([...s.attributes.position.array,...e.attributes.position.array]),n=new $e().setAttribute("position",new ke(t,3));return n.computeVertexNormals(),n}var $r=class{constructor(e,t,n=null){let i=n?n.shape.joints.map(({name:r,parent:o})=>({name:r,parent:n.shape.joints[o]?.name})):e;this.body=n,this.names=i.map(r=>r.name),this.parents=i.map(r=>this.names.indexOf(r.parent)),this.group=new ct,this.material=new Lt({color:t}),this.sticks=new gi(_b,this.material,i.length),this.balls=new gi(yb,this.material,i.length);for(let r of[this.sticks,this.balls])r.frustumCulled=!1,r.castShadow=!0,this.group.add(r);this.points=new Float32Array(3*i.length)}pose(e){if(this.body)this.body.places(this.points);else if(e.joints)Ti(e,e.joints,this.points);else return;let t=new R,n=new R,i=new R(0,1,0),r=new St,o=new Pe,a=new R(1,1,1);this.parents.forEach((l,c)=>{if(t.fromArray(this.points,3*c),this.balls.setMatrixAt(c,o.compose(t,r.identity(),a.set(1,1,1))),l<0)return this.sticks.setMatrixAt(c,o.makeScale(0,0,0));n.fromArray(this.points,3*l);let h=t.distanceTo(n);r.setFromUnitVectors(i,t.sub(n).normalize()),this.sticks.setMatrixAt(c,o.compose(n,r,a.set(Math.min(1,4*h),h,Math.min(1,4*h))))}),this.sticks.instanceMatrix.needsUpdate=this.balls.instanceMatrix.needsUpdate=!0}places(){return this.points}dispose(){this.group.removeFromParent(),this.material.dispose(),this.sticks.dispose(),this.balls.dispose()}};var bb=globalThis.matchMedia?.("(prefers-reduced-motion: reduce)"),vl=class{constructor(e,t){if(Object.assign(this,{camera:e,isOn:t,isStill:!!bb?.matches,begun:null,passed:0}),!!t){this.yaw=e.yaw=.32,this.ahead=[Math.sin(this.yaw),Math.cos(this.yaw)],this.side=[this.ahead[1],-this.ahead[0]],[this.from,this.to]=[{pitch:.05,distance:5.2},{pitch:.14,distance:4.3}],Object.assign(e,this.isStill?this.to:this.from);for(let n of["keydown","pointerdown"])addEventListener(n,()=>this.begun!==null&&this.end())}}place(e){let t=e===0?0:Math.ceil(e/2)*(e%2?1:-1)*.95,n=(this.isStill?0:3.9)+Math.ceil(e/2)*.55;return[0,1].map(i=>t*(this.side?.[i]??0)-n*(this.ahead?.[i]??0))}facing(){return this.yaw??0}steer(e,t){if(!this.isOn)return!1;this.isStill&&this.end(),this.begun??=t,t-this.begun>3.8&&this.end();for(let n of e)this.isOn&&!n.isOpening&&n.character.input({move:this.ahead,gait:"walk"}),!this.isOn&&n.isOpening&&n.character.input({move:[0,0]}),n.isOpening=this.isOn;return this.isOn}end(){this.isOn=!1}update(e){if(!this.to||this.isStill||this.passed>=1||this.begun===null)return;(this.camera.touched>0||this.camera.pointers.size)&&(this.passed=1),this.passed=Math.min(1,this.passed+e/3.8);let t=this.passed*this.passed*(3-2*this.passed);for(let n of["pitch","distance"])this.camera[n]+=(this.from[n]+t*(this.to[n]-this.from[n])-this.camera[n])*(this.passed<1?1:0)}};function xp(s){return()=>{s=s+1831565813|0;let e=Math.imul(s^s>>>15,1|s);return e=e+Math.imul(e^e>>>7,61|e)^e,((e^e>>>14)>>>0)/4294967296}}var bl=class{constructor(e=90){Object.assign(this,{rate:e,left:0,before:null})}at(e){return this.before!==null&&(this.left=Math.min(this.rate/4,this.left+this.rate*Math.max(0,e-this.before))),this.before=e,Math.floor(this.left)}spend(e){this.left-=e}};function _p(s,[e,t],n){let i=2+1.5*Math.sqrt(s.length+1),r=s.filter(o=>!o.character.path||!o.middle||Math.hypot(o.middle[0]-e,o.middle[1]-t)>4).slice(0,n);for(let o of r)o.middle=[e,t],o.character.wander({middle:[e,t],radius:i,space:1}).catch(()=>{o.middle=null});return r.length}function vp({at:s,x:e,z:t,side:n,error:i,most:r,power:o=8}){let a=(1<<o)+1,l=n/(a-1),c=new Float32Array(a*a);for(let d=0;d<a;d++)for(let f=0;f<a;f++)c[d*a+f]=s(e+f*l,t+d*l);let h=wb(c,a),u=yp(h,a,i);for(let d=1.35*i;u.length>3*r;d*=1.35)u=yp(h,a,d);return Mb(c,a,l,e,t,u)}function wb(s,e){let t=new Float32Array(e*e),n=(i,r,o,a,l)=>{let c=i*e+r;t[c]=Math.abs(s[c]-.5*(s[c-o*e-a]+s[c+o*e+a]));for(let[h,u]of l)i+h>=0&&i+h<e&&r+u>=0&&r+u<e&&(t[c]=Math.max(t[c],t[c+h*e+u]))};for(let i=2;i<e;i*=2){let r=i/2,o=Math.floor(r/2),a=o?[[-o,-o],[-o,o],[o,-o],[o,o]]:[];for(let c=0;c<e;c+=r){let h=c/r%2;for(let u=h?0:r;u<e;u+=i)n(c,u,h?r:0,h?0:r,a)}let l=[[-r,0],[r,0],[0,-r],[0,r]];for(let c=r;c<e;c+=i)for(let h=r;h<e;h+=i)n(c,h,r,((c-r)/i+(h-r)/i)%2?-r:r,l)}return t}function yp(s,e,t){let n=[],i=e-1,r=(o,a,l,c,h,u)=>{let d=(o+l)/2,f=(a+c)/2;Math.abs(o-h)+Math.abs(a-u)>1&&s[d*e+f]>t?(r(h,u,o,a,d,f),r(l,c,h,u,d,f)):n.push(o*e+a,l*e+c,h*e+u)};return r(0,0,i,i,0,i),r(i,i,0,0,i,0),n}function Mb(s,e,t,n,i,r){let o=new Map,a=[],l=[],c=(u,d)=>s[Math.min(e-1,Math.max(0,u))*e+Math.min(e-1,Math.max(0,d))],h=Uint32Array.from(r,u=>{if(o.has(u))return o.get(u);let d=Math.floor(u/e),f=u%e,g=(c(d,f+1)-c(d,f-1))/(2*t),x=(c(d+1,f)-c(d-1,f))/(2*t),m=Math.hypot(g,1,x);return a.push(n+f*t,s[u],i+d*t),l.push(-g/m,1/m,-x/m),o.set(u,o.size),o.size-1});return{positions:new Float32Array(a),normals:new Float32Array(l),indices:h}}var Ml={flat:null,hills:{ground:{kind:"hills",seed:1,side:48}},rolling:{ground:{kind:"rolling",seed:2,side:48}},rocky:{ground:{kind:"rocky",seed:3,side:48}},steps:{ground:{kind:"steps",seed:4,side:48}},course:{ground:{kind:"flat",side:48},walls:[{from:[-3,9],to:[1,9]},{from:[4,5],to:[4,9]},{from:[-5,2],to:[-5,7]}],jumps:[{at:[0,4]},{at:[-2.5,12]}],crouches:[{at:[2.2,12.5],size:[2.4,3]}],beams:[{from:[6.5,2],to:[6.5,8]}]}},Sb=`
  vec2 q = vGround.xz, w = fwidth(q) + 1e-5;
  vec2 one = abs(fract(q - 0.5) - 0.5) / w, ten = abs(fract(q / 10.0 - 0.5) - 0.5) * 10.0 / w;
  float fade = clamp(1.0 - max(w.x, w.y) * 3.0, 0.0, 1.0);
  float line = max((1.0 - min(1.0, min(one.x, one.y))) * 0.4 * fade, (1.0 - min(1.0, min(ten.x, ten.y) / 1.6)) * 0.6);`,Eb=`
  float wide = max(w.x, w.y), slab = lot(floor(q + 0.5)), grain = 0.5 * rough(q * 26.0) + 0.3 * rough(q * 75.0) + 0.2 * rough(q * 5.0);
  diffuseColor.rgb *= 1.0 + 0.10 * (slab - 0.5) * clamp(1.0 - wide, 0.0, 1.0) + 0.16 * (grain - 0.5) * clamp(1.0 - wide * 12.0, 0.0, 1.0);`,Tb=`
  float lot(vec2 p) { vec3 a = fract(vec3(p.xyx) * 0.1031); a += dot(a, a.yzx + 33.33); return fract((a.x + a.y) * a.z); }
  float rough(vec2 p) {
    vec2 i = floor(p), f = p - i;
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(lot(i), lot(i + vec2(1.0, 0.0)), f.x), mix(lot(i + vec2(0.0, 1.0)), lot(i + vec2(1.0, 1.0)), f.x), f.y);
  }`;function Ab(s,e){let t=e?new Lt({color:s.ground}):new nn({color:s.ground,roughness:.9});return t.userData.line={value:new ae(s.line)},t.onBeforeCompile=n=>{n.uniforms.lineColor=t.userData.line,n.vertexShader=n.vertexShader.replace("#include <common>",`#include <common>
varying vec3 vGround;`).replace("#include <begin_vertex>",`#include <begin_vertex>
vGround = (modelMatrix * vec4(position, 1.0)).xyz;`),n.fragmentShader=n.fragmentShader.replace("#include <common>",`#include <common>
varying vec3 vGround;
uniform vec3 lineColor;${e?"":Tb}`).replace("#include <color_fragment>",`#include <color_fragment>
${Sb}${e?"":Eb}
  diffuseColor.rgb = mix(diffuseColor.rgb, lineColor, line);`)},t}var wl=class{constructor(e){Object.assign(this,{view:e,map:null,scene:null}),this.group=new ct,this.material=Ab(e.colors,e.isSoftware),this.thing=new Lt({color:e.colors.line}),this.area=new kt({color:e.colors.mark,transparent:!0,opacity:.22,depthWrite:!1}),this.simple=e.plainLight&&ip(e.plainLight,{value:this.material.color},this.material.userData.line),this.plane=new Ke(new Bi(160,160,8,8).rotateX(-Math.PI/2),this.material),this.plane.receiveShadow=!0,e.scene.add(this.plane,this.group),e.listeners.add(this)}theme(e){this.material.color.set(e.ground),this.material.userData.line.value.set(e.line),this.thing.color.set(e.line),this.area.color.set(e.mark)}detail(){this.plane.material=this.surface,this.map&&this.show(this.scene)}get surface(){return this.simple&&!this.view.detail.shadows?this.simple:this.material}update(){let e=this.view.camera.target;this.plane.position.set(Math.round(e.x),0,Math.round(e.z)),this.hills?.material===this.simple&&this.leaveOut()}leaveOut(){let{index:e,attributes:t}=this.hills.geometry,{corners:n}=this.hills.userData;this.hills.geometry.setDrawRange(0,fl(t.position.array,t.position.count,n,this.view.toClip(),e.array)),e.needsUpdate=!0}show(e){this.clear(),this.scene=e;let t=e?.ground;this.map=t?.heights&&t.heights.flat().some(n=>n!==0)?{...t,heights:Float32Array.from(t.heights.flat())}:null,this.plane.visible=!this.map,this.hills=this.map&&this.terrain(...this.view.detail.ground),this.hills&&this.group.add(this.hills),e&&this.furnish(e)}clear(){for(let e of[...this.group.children])e.geometry.dispose(),e.removeFromParent()}terrain(e,t){let{columns:n,cell:i,x:r,z:o}=this.map,a=vp({at:(c,h)=>this.heightAt(c,h),x:r,z:o,side:(n-1)*i,error:e,most:t}),l=new $e().setAttribute("position",new ke(a.positions,3)).setIndex(new ke(a.indices.slice(),1));return l.setAttribute("normal",new ke(a.normals,3)),Object.assign(new Ke(l,this.surface),{receiveShadow:!0,frustumCulled:!1,userData:{corners:a.indices}})}furnish({walls:e=[],jumps:t=[],crouches:n=[],beams:i=[]}){let r=(a,l,c,h,u)=>{let d=new Ke(a,l);return d.position.set(c,this.heightAt(c,h)+u,h),d.castShadow=l===this.thing,this.group.add(d),d},o=({from:a,to:l,width:c=.1},h,u,d)=>{let[f,g]=[l[0]-a[0],l[1]-a[1]];r(new Xn(2*c,h,Math.hypot(f,g)+2*c),d,(a[0]+l[0])/2,(a[1]+l[1])/2,u).rotation.y=Math.atan2(f,g)};for(let a of e)o(a,1,.5,this.thing);for(let a of i)o(a,.02,.012,this.area);for(let{at:a,radius:l=.75}of t)r(new Ar(l-.08,l,40).rotateX(-Math.PI/2),this.area,...a,.015);for(let{at:a,size:l}of n)r(new Xn(l[0],.08,l[1]),this.area,...a,1.35)}heightAt(e,t){let n=this.map;if(!n)return 0;let i=Math.min(n.columns-1.001,Math.max(0,(e-n.x)/n.cell)),r=Math.min(n.rows-1.001,Math.max(0,(t-n.z)/n.cell)),o=Math.floor(i),a=Math.floor(r),l=i-o,c=r-a,h=(u,d)=>n.heights[d*n.columns+u];return(1-c)*((1-l)*h(o,a)+l*h(o+1,a))+c*((1-l)*h(o,a+1)+l*h(o+1,a+1))}hit(e,t=new R){if(!this.map)return e.direction.y<-.01?e.at(-e.origin.y/e.direction.y,t):null;for(let n=0,i=.05;n<120;n+=i){e.at(n,t);let r=t.y-this.heightAt(t.x,t.z);if(r<=.005)return t;i=Math.max(.02,.4*r)}return null}};var Ks=class{constructor({width:e=240,height:t=44,least:n=0,most:i=0,length:r=120}={}){this.canvas=document.createElement("canvas"),this.canvas.className="plot",this.canvas.setAttribute("aria-hidden","true"),Object.assign(this,{width:e,height:t,least:n,most:i,length:r,values:[]});let o=Math.min(2,devicePixelRatio);Object.assign(this.canvas,{width:e*o,height:t*o}),Object.assign(this.canvas.style,{width:`${e}px`,height:`${t}px`}),this.pen=this.canvas.getContext("2d"),this.pen.scale(o,o)}push(e){this.values.push(e),this.values.length>this.length&&this.values.shift(),this.draw()}draw(){let{pen:e,width:t,height:n,values:i}=this,r=Math.max(this.most,...i)||1,o=this.least,a=c=>t-1-(i.length-1-c)*(t/(this.length-1)),l=c=>n-2-(c-o)/(r-o)*(n-4);e.clearRect(0,0,t,n),e.beginPath(),i.forEach((c,h)=>e.lineTo(a(h),l(c))),e.strokeStyle=getComputedStyle(this.canvas).color,e.lineWidth=1.5,e.stroke(),e.lineTo(t,n),e.lineTo(a(0),n),e.globalAlpha=.15,e.fillStyle=e.strokeStyle,e.fill(),e.globalAlpha=1}};var wp=[["left_ankle","l"],["left_foot","l"],["right_ankle","r"],["right_foot","r"]],Rb=[1,3],nu=3,bp=.5,Sl=class{constructor(){this.lamps=wp.map(([e,t])=>U(`span.lamp.${t}`,{title:e.replace("_"," ")})),this.speed=U("b",{},"0.0"),this.gait=U("b",{},N("stand")),this.slide=U("b",{},"–"),this.plot=new Ks({width:120,height:26,least:0,most:20}),this.element=U(".meter",{role:"group","aria-label":N("slide")},U("span",{},this.gait),U("span",{},this.speed," m/s"),U("span.feet",{"aria-hidden":"true"},this.lamps),U("span",{title:N("slideIs")},N("slide")," ",this.slide," cm/s"),this.plot.canvas),this.clear()}clear(){Object.assign(this,{before:null,planted:[],slides:[],speeds:[],shown:0,latest:null})}take(e,t,n,i){let r=e.smpl&&n?Pb(e,n):e.joints?Ib(e,i):null,o=t-(this.before?.time??t);this.before&&o>0&&o<.1&&this.speeds.push([t,Math.hypot(e.root[0]-this.before.c.root[0],e.root[2]-this.before.c.root[2])/o]);for(let a of Rb)this.slid(a,r!==null&&o<.1&&(e.contacts>>a&1)===1,r?.[a],t);this.before={time:t,c:e,places:r},this.latest=e}slid(e,t,n,i){let r=this.planted[e];if(!t||r&&i-r.time>=bp){let o=t?{time:i,place:n}:r?.last;r&&o.time>r.time&&this.slides.push([o.time,100*Math.hypot(o.place.x-r.place.x,o.place.z-r.place.z),o.time-r.time]),this.planted[e]=null}t&&(this.planted[e]??={time:i,place:n},this.planted[e].last={time:i,place:n})}show(e,t){this.latest&&(this.lamps.forEach((n,i)=>n.classList.toggle("on",!!(this.latest.contacts>>i&1))),!(e-this.shown<.15)&&(this.shown=e,this.say(t,this.before.time)))}say(e,t){let n=(r,o)=>{let a=r.filter(([c])=>t-c<o),l=c=>a.reduce((h,u)=>h+(u[c]??1),0);return a.length?l(1)/l(2):null};this.slides=this.slides.filter(([r])=>t-r<nu),this.speeds=this.speeds.filter(([r])=>t-r<nu);let i=n(this.slides,nu);this.speed.textContent=(n(this.speeds,.6)??0).toFixed(1),this.gait.textContent=N(e),this.slide.textContent=i===null?"–":i.toFixed(1),this.plot.push(n(this.slides,bp)??0)}},Cb=["LeftFoot","LeftToeBase","RightFoot","RightToeBase"];function Ib(s,e){let t=Ti(s,s.joints),n=Cb.map(i=>e.indexOf(i));return n.includes(-1)?null:n.map(i=>new R().fromArray(t,3*i))}function Pb(s,e){let t=new St().setFromAxisAngle(new R(0,1,0),s.yaw),n=new St;return wp.map(([i])=>{let r=new R;for(let o=e.findIndex(a=>a.name===i);o>0;o=e[o].parent)r.add(new R().fromArray(e[o].offset)),r.applyQuaternion(n.fromArray(s.smpl.rotations,4*e[o].parent));return r.add(new R().fromArray(s.smpl.pelvis)).applyQuaternion(t).add(new R().fromArray(s.root))})}var Lb=.5,Db=6,Nb=250,su="/web/",Mp=640,Sp=480,iu=null;function Ub(){return iu??=new Promise((s,e)=>{let t=U("script",{src:`${su}pose.js`,onload:()=>s(globalThis.Pose),onerror:()=>{iu=null,e(new Error("pose.js"))}});document.head.append(t)}),iu}function Ob(s){return s.reason?s.reason:s.name==="NotAllowedError"||s.name==="SecurityError"?"mirrorRefused":s.name==="NotFoundError"||s.name==="OverconstrainedError"?"mirrorNoCamera":s.name==="NotReadableError"||s.name==="AbortError"?"mirrorTaken":"mirrorFailed"}var Yr=s=>Object.assign(new Error(N(s)),{reason:s}),El=class{constructor(e){Object.assign(this,{motion:e,isOn:!1,seen:0,sent:0,character:null,observed:null,rate:0,told:0}),this.video=U("video",{muted:!0,playsInline:!0,width:Mp,height:Sp,"aria-label":N("mirrorPicture")}),this.knob=We(N("mirror"),()=>this.toggle(),{pressed:!1}),this.status=U("p.told",{role:"status","aria-live":"polite"}),this.preview=U(".mirror",{hidden:!0},this.video),this.element=U("fieldset.mirror-me",{},U("legend",{},N("mirror")),this.knob,this.status,this.preview,U("p.quiet",{},N("mirrorPrivate")))}say(e,t=""){let n=e?`${N(e)}${t}`:"";this.status.textContent!==n&&(this.status.textContent=n),this.status.dataset.state=e??""}toggle(){return this.isOn?this.stop():this.start()}async start(){this.isOn=!0,this.knob.press(!0),this.knob.firstChild.textContent=N("mirrorEnd"),this.status.classList.remove("bad");try{await this.check(),this.say("mirrorAsks");let e=await navigator.mediaDevices.getUserMedia({video:{width:Mp,height:Sp,facingMode:"user"},audio:!1});if(!this.isOn)return this.release(e);this.camera=e,e.getVideoTracks()[0].addEventListener("ended",()=>this.isOn&&this.fail(Yr("mirrorGone"))),this.video.srcObject=e,await this.video.play(),this.preview.hidden=!1,this.say("mirrorLoads"),this.pose=await this.makePose(),this.say("mirrorLooks"),await this.motion.restart(),this.look()}catch(e){this.fail(e)}}async check(){if(!globalThis.isSecureContext)throw Yr("mirrorInsecure");if(!navigator.mediaDevices?.getUserMedia)throw Yr("mirrorNoCamera");if(!document.createElement("canvas").getContext("webgl2"))throw Yr("mirrorNoWebgl");if(!(await fetch(`${su}pose.js`)).ok)throw Yr("mirrorAbsent")}async makePose(){let e=await Ub(),t=new e({locateFile:n=>`${su}${n}`});return t.setOptions({modelComplexity:this.motion.view.isSoftware?0:1,smoothLandmarks:!1,enableSegmentation:!1,minDetectionConfidence:.5,minTrackingConfidence:.5}),t.onResults(n=>this.take(n)),await t.initialize(),t}fail(e){console.warn(e),this.stop(),this.status.classList.add("bad"),this.say(Ob(e))}release(e=this.camera){for(let t of e?.getTracks()??[])t.stop()}async stop(){let{pose:e,character:t}=this;this.release(),Object.assign(this,{isOn:!1,camera:null,pose:null,character:null,observed:null}),this.video.srcObject=null,this.preview.hidden=!0,this.knob.press(!1),this.knob.firstChild.textContent=N("mirror"),this.status.classList.remove("bad"),this.say(null),t&&await this.motion.restart(),await e?.close?.().catch?.(()=>{})}async look(){let{pose:e}=this;for(;this.isOn&&this.pose===e;){if(this.video.readyState>=2&&!document.hidden){this.at=performance.now()/1e3;try{await e.send({image:this.video})}catch(t){this.pose===e&&this.fail(t);return}}await new Promise(t=>this.video.requestVideoFrameCallback&&!document.hidden?this.video.requestVideoFrameCallback(t):setTimeout(t,33))}}take({poseLandmarks:e,poseWorldLandmarks:t}){let n=o=>o.x>0&&o.x<1&&o.y>0&&o.y<1,i=t?.map((o,a)=>o.visibility>=Lb&&n(e[a])?Math.min(1,o.visibility):0)??[];if(this.landmarks=t??null,i.filter(o=>o>0).length<Db)return this.tell("mirrorNobody");let r=t.map(o=>[o.x,o.y,o.z].map(a=>Math.round(a*1e4)/1e4));this.seen++,this.character?.observe(r,{time:this.at,axes:"camera",mirror:!0,noise:.03,confidence:i})&&this.sent++,this.tell("mirrorFollows")}tell(e){let t=performance.now();if(t-this.told<Nb)return;let{seen:n}=this,i=this.counted??{seen:n,now:t};(t-i.now>2e3||!this.counted)&&(this.rate=this.counted?1e3*(n-i.seen)/(t-i.now):0,this.counted={seen:n,now:t}),this.told=t;let r=this.observed?.mirrored;this.say(r?"mirrorTurned":e,e==="mirrorFollows"&&this.rate?` ${this.rate.toFixed(0)}${N("perSecond")}`:"")}};var Fb=5126,Ep={target:34962},kb=120,Tl=class{constructor(){this.tracks=new Map,this.start=null}get seconds(){return this.start===null?0:this.last-this.start}get isFull(){return this.seconds>=kb}take(e){this.start??=e.time,this.last=e.time;for(let t of e.characters)t.smpl&&this.add(t,e.time-this.start)}add(e,t){let n=()=>({times:[],roots:[],yaws:[],pelvis:[],rotations:[],before:null}),i=this.tracks.get(e.id)??this.tracks.set(e.id,n()).get(e.id);if(i.times.length&&t<=i.times[i.times.length-1])return;let r=Float32Array.from([0,Math.sin(e.yaw/2),0,Math.cos(e.yaw/2),...e.smpl.rotations]);i.before&&Si(r,i.before),i.before=r,i.times.push(t),i.roots.push(...e.root),i.pelvis.push(...e.smpl.pelvis),i.yaws.push(...r.subarray(0,4)),i.rotations.push(r.subarray(4))}glb(e){let t=new ru;for(let[n,i]of this.tracks)e.has(n)&&t.character(`character ${n}`,i,e.get(n));return t.write()}},ru=class{constructor(){this.gltf={asset:{version:"2.0",generator:"posed"},scene:0,scenes:[{nodes:[]}],nodes:[],meshes:[],skins:[],accessors:[],bufferViews:[],materials:[],animations:[{name:"motion",channels:[],samplers:[]}]},Object.assign(this,{parts:[],size:0,files:new Map,shapes:new Map})}take(e){if(this.files.has(e))return this.files.get(e);let{gltf:t,bin:n}=Hb(e),i=this.gltf,r={view:i.bufferViews.length,accessor:i.accessors.length,material:i.materials.length,image:i.images?.length??0,texture:i.textures?.length??0,sampler:i.samplers?.length??0};i.asset={...t.asset,...i.asset,extras:t.asset.extras},i.bufferViews.push(...t.bufferViews.map(u=>({...u,buffer:0,byteOffset:(u.byteOffset??0)+this.size}))),i.accessors.push(...t.accessors.map(u=>({...u,bufferView:u.bufferView+r.view})));for(let u of["images","textures","samplers"])t[u]&&(i[u]??=[]);i.images?.push(...(t.images??[]).map(u=>({...u,bufferView:u.bufferView+r.view}))),i.samplers?.push(...t.samplers??[]),i.textures?.push(...(t.textures??[]).map(u=>({...u,source:u.source+r.image,sampler:u.sampler+r.sampler}))),i.materials.push(...(t.materials??[{}]).map(u=>Bb(u,r.texture))),this.parts.push(n),this.size+=n.byteLength;let o=u=>Object.fromEntries(Object.entries(u).map(([d,f])=>[d,f+r.accessor])),a=t.meshes[0],l=t.skins[0],c=a.primitives.map(u=>({...u,attributes:o(u.attributes),...u.indices===void 0?{}:{indices:u.indices+r.accessor},material:(u.material??0)+r.material,...u.targets?{targets:u.targets.map(o)}:{}})),h={mesh:{...a,primitives:c},joints:l.joints,nodes:t.nodes,binds:l.inverseBindMatrices===void 0?void 0:l.inverseBindMatrices+r.accessor};return this.files.set(e,h),h}character(e,t,{rig:n,color:i=null,rotations:r=a=>a,lift:o=0}){let{gltf:a}=this,l=this.take(n.buffer),c=a.nodes.length,h=c+2,{mesh:u,binds:d}=this.shaped(n,l),{joints:f,nodes:g}=l;a.meshes.push({...u,primitives:u.primitives.map(x=>({...x,material:this.material(x.material,i)}))}),a.skins.push({inverseBindMatrices:d,joints:f.map((x,m)=>h+m),skeleton:h}),a.nodes.push({name:e,children:[c+1,h]},{name:`${e}, skin`,mesh:a.meshes.length-1,skin:a.skins.length-1});for(let[x,m]of f.entries()){let{name:p,children:w}=g[m],v=n.pattern?n.joints[x].offset:g[m].translation;a.nodes.push({name:p,translation:v,...w?{children:w.map(_=>h+f.indexOf(_))}:{}})}a.scenes[0].nodes.push(c),this.animate(t,c,h,f.length,r,o)}shaped(e,t){if(!e.pattern)return t;if(!this.shapes.has(e)){let n=this.numbers(e.positions,"VEC3",Ep),i=this.numbers(e.normals,"VEC3",Ep),{weights:r,extras:o,...a}=t.mesh,l=a.primitives.map(({targets:c,...h})=>({...h,attributes:{...h.attributes,POSITION:n,NORMAL:i}}));this.shapes.set(e,{mesh:{...a,primitives:l},binds:this.numbers(e.inverseBinds,"MAT4")})}return this.shapes.get(e)}material(e,t){let{materials:n}=this.gltf,i=n[e]?.pbrMetallicRoughness??{};return t?n.push({...n[e],pbrMetallicRoughness:{...i,baseColorFactor:[...t,1]}})-1:e}animate(e,t,n,i,r,o){let{channels:a,samplers:l}=this.gltf.animations[0],c=this.numbers(e.times,"SCALAR"),h=(d,f,g,x)=>a.push({sampler:l.push({input:c,output:this.numbers(g,x),interpolation:"LINEAR"})-1,target:{node:d,path:f}});h(t,"translation",e.roots,"VEC3"),h(t,"rotation",e.yaws,"VEC4"),h(n,"translation",e.pelvis.map((d,f)=>f%3===1?d+o:d),"VEC3");let u=e.rotations.map(d=>r(d));for(let d=0;d<i;d++)h(n+d,"rotation",u.flatMap(f=>[...f.subarray(4*d,4*d+4)]),"VEC4")}numbers(e,t,n={}){let{bufferViews:i,accessors:r}=this.gltf,o=Float32Array.from(e),a={SCALAR:1,VEC3:3,VEC4:4,MAT4:16}[t],l=i.push({buffer:0,byteOffset:this.size,byteLength:o.byteLength,...n})-1,c=t==="SCALAR"||t==="VEC3"?zb(o,a):{};return this.parts.push(new Uint8Array(o.buffer)),this.size+=o.byteLength,r.push({bufferView:l,componentType:Fb,count:o.length/a,type:t,...c})-1}write(){return this.gltf.buffers=[{byteLength:this.size}],Vb(this.gltf,this.parts)}};function Bb(s,e){let{pbrMetallicRoughness:t}=s;return t?.baseColorTexture?{...s,pbrMetallicRoughness:{...t,baseColorTexture:{...t.baseColorTexture,index:t.baseColorTexture.index+e}}}:s}function zb(s,e){let t=new Array(e).fill(1/0),n=new Array(e).fill(-1/0);return s.forEach((i,r)=>{t[r%e]=Math.min(t[r%e],i),n[r%e]=Math.max(n[r%e],i)}),{min:t,max:n}}function Hb(s){let e=new DataView(s),t=e.getUint32(12,!0),n=20+t;return{gltf:JSON.parse(new TextDecoder().decode(new Uint8Array(s,20,t))),bin:new Uint8Array(s,n+8,e.getUint32(n,!0))}}function Vb(s,e){let t=new TextEncoder().encode(JSON.stringify(s)),n=4*Math.ceil(t.length/4),i=e.reduce((l,c)=>l+c.byteLength,0),r=new Uint8Array(28+n+i),o=new DataView(r.buffer);[1179937895,2,r.length,n,1313821514].forEach((l,c)=>o.setUint32(4*c,l,!0)),r.fill(32,20,20+n).set(t,20),o.setUint32(20+n,i,!0),o.setUint32(24+n,5130562,!0);let a=28+n;for(let l of e)r.set(l,a),a+=l.byteLength;return r.buffer}var Gb=.12,Wb=.7,Ap=500,Xb=50,Al=class{constructor(e){Object.assign(this,{motion:e,drawing:!1,points:[]})}buttons(){return this.draw=We(N("drawPath"),()=>this.toggle(),{keys:"P",pressed:!1}),[this.draw,We(N("circle"),()=>this.preset(qb)),We(N("eight"),()=>this.preset(jb)),We(N("stop"),()=>this.stop())]}toggle(e=!this.drawing){this.drawing=e,this.draw.press(e),this.motion.view.canvas.classList.toggle("drawing",e),e&&dt(N("drawHint"),"hint")}grab(e){if(!this.drawing||!this.motion.mine)return null;let t=this.points=[],n=i=>{let r=this.motion.ground.hit(i),o=t[t.length-1];!r||t.length>=Ap||o&&Math.hypot(r.x-o[0],r.z-o[1])<Gb||(t.push([r.x,r.z]),this.motion.marks.path(t))};return n(e),{move:(i,r)=>n(r),end:()=>this.finish()}}finish(){this.toggle(!1);let{points:e}=this;if(e.length<2)return this.motion.marks.path([]);let[t,n]=[e[0],e[e.length-1]],i=e.length>12&&Math.hypot(t[0]-n[0],t[1]-n[1])<Wb;this.follow(Tp(Tp(e,i),i),i)}follow(e,t){let{mine:n,marks:i,sticks:r}=this.motion;n&&(this.points=e,i.path(e,t),n.character.follow(e,{closed:t,gait:r.read().crouch?"crouch":"walk"}).catch(o=>dt(o.detail)))}preset(e){let t=this.motion.mine?.last;t&&this.follow(e(t.root[0],t.root[2],t.yaw),!0)}arrived(){this.forget()}stop(){this.forget(),this.motion.mine?.character.input({move:[0,0]})}forget(){this.points=[],this.motion.marks.path([]),this.motion.mine&&(this.motion.mine.character.path=null)}};function Tp(s,e){if(2*s.length>Ap)return s;let t=(i,r,o)=>[i[0]+(r[0]-i[0])*o,i[1]+(r[1]-i[1])*o],n=e?[]:[s[0]];for(let i=0;i<s.length-(e?0:1);i++){let r=s[i],o=s[(i+1)%s.length];n.push(t(r,o,.25),t(r,o,.75))}return e?n:[...n,s[s.length-1]]}var Rp=(s,e,t,n)=>n.map(([i,r])=>[s+Math.cos(t)*i+Math.sin(t)*r,e-Math.sin(t)*i+Math.cos(t)*r]),Cp=(s,e)=>Array.from({length:s},(t,n)=>e(2*Math.PI*n/s));function qb(s,e,t){return Rp(s,e,t,Cp(48,n=>[2.2*(1-Math.cos(n)),2.2*Math.sin(n)]))}function jb(s,e,t){return Rp(s,e,t,Cp(72,n=>[2.4*Math.sin(n)*Math.cos(n)*1.4,3.2*Math.sin(n)]))}var Rl=class{constructor(e){Object.assign(this,{motion:e,hand:null,next:0,place:new R})}buttons(){return this.knobs={left_hand:We(N("leftHand"),()=>this.toggle("left_hand"),{pressed:!1}),right_hand:We(N("rightHand"),()=>this.toggle("right_hand"),{keys:"G",pressed:!1})},Object.values(this.knobs)}toggle(e="right_hand"){let t=this.hand===e;this.stop(),!(t||!this.motion.mine?.last)&&(this.hand=e,this.knobs[e].press(!0),this.ball=new ns(this.motion.view,14702140,.055),this.place.set(e==="left_hand"?.22:-.22,1.25,.42),this.update(),this.send(),dt(N("reachHint"),"hint"))}stop(){if(!this.hand)return;let{character:e}=this.motion.mine??{};e&&this.motion.stream?.ask("reach",{id:e.id,joint:this.hand,weight:0,seconds:.3}).catch(()=>{}),this.knobs[this.hand].press(!1),this.ball.dispose(),this.hand=this.ball=null}update(){let e=this.motion.mine?.last;!this.ball||!e||this.dragged||this.ball.position.copy(this.place).applyAxisAngle(new R(0,1,0),e.yaw).add(new R().fromArray(e.root))}grab(e){return!this.ball||this.ball.miss(e)>1?null:(this.dragged=!0,this.ball.drag(e,t=>this.drag(t),()=>{this.dragged=!1,this.send()}))}drag(e){let t=this.motion.mine?.last;t&&(this.place.copy(e).sub(new R().fromArray(t.root)).applyAxisAngle(new R(0,1,0),-t.yaw),performance.now()>this.next&&this.send())}send(){this.next=performance.now()+Xb;let{character:e}=this.motion.mine??{};e&&this.motion.stream?.ask("reach",{id:e.id,joint:this.hand,target:this.place.toArray(),anchor:"root",weight:1,seconds:.15}).catch(t=>dt(t.detail))}};var Ip=[14274499,9414333,11120780,12164021,10467250,12890250,10133440,11833231],$b=["stand","walk","jog","crouch","jump","bump"],Cl=100,Yb=33,Dp=7,Kb=5,Pp=.5,Lp=[4,19,2,12,10,9,17,24,16,3,15,22],Zb=5,Jb=(s=>Array.from({length:Dp},()=>Array.from({length:Kb},()=>{let e=Math.sqrt(-2*Math.log(1-s()))*Math.cos(2*Math.PI*s());return Number(Math.max(-2,Math.min(2,1.2*e)).toFixed(2))})))(xp(5)),Qb=["random","gender","age","height","weight","percentile","look","wear","skin","hair_color","iris"],ew=s=>s?[1.35*Math.sqrt(s)*Math.cos(2.39996*s),1.35*Math.sqrt(s)*Math.sin(2.39996*s)]:[0,0],Il=class{constructor(e){let{view:t,client:n}=e;Object.assign(this,{app:e,view:t,client:n,recorder:null,input:{move:[0,0]},walkers:[],near:[],chosen:0,count:3,figure:"body",others:"wander",scene:"flat",person:{random:Zb},body:"person",previews:[]}),this.opening=new vl(t.camera,!this.readLink()),this.ground=new wl(t),this.marks=new Qa(t,this.ground),this.budget=new bl,this.meter=new Sl,this.sticks=new Ys,this.path=new Al(this),this.reach=new Rl(this),this.mirror=new El(this),this.group=new ct,t.scene.add(this.group),this.crowd=new pl(this.group,t),this.shade=new qs(this.group,t,this.ground),t.camera.heightAt=(i,r)=>this.ground.heightAt(i,r),t.listeners.add(this),this.sticks.commands.set("KeyN",()=>this.choose(this.chosen+1)),this.sticks.commands.set("KeyP",()=>this.path.toggle()),this.sticks.commands.set("KeyG",()=>this.reach.toggle()),this.sticks.commands.set("KeyV",()=>this.record()),this.sticks.commands.set("Home",()=>this.restart()),this.changes=Promise.resolve(),this.panel=this.makePanel(),this.hud=U(".motion-hud",{},this.meter.element,this.sticks.touchControls({jog:N("kJog"),jump:N("kJump"),crouch:N("kCrouch")}))}change(e){let t=this.changes.then(e);return this.changes=t.catch(n=>this.app.say(n)),this.changes}async start(){this.shapes=new Map;let e=Array.from({length:Math.min(this.count,3)},(t,n)=>n);for(let t of e.slice(1))this.shape(t).catch(()=>{});this.known=this.shape().catch(t=>this.fallBack(t)),mp(this.view),this.change(()=>this.open()),await this.known,await Promise.all(e.map(t=>this.preview(t)))}fallBack(e){if(e.status!==404||this.body==="default")throw e;Object.assign(this,{body:"default",person:{}})}async preview(e){let t=await this.shape(e);if(this.walkers.some(o=>o.last))return;let n=new bi(t,this.colorOf(e),this.view),[i,r]=this.opening.place(e);n.triangles=this.triangles(this.count).first,n.group.position.set(i,0,r),n.group.rotation.y=this.opening.facing(e),tw(n),this.group.add(n.group),this.previews.push(n),!performance.getEntriesByName("body").length&&(performance.mark("body"),requestAnimationFrame(()=>requestAnimationFrame(()=>{performance.mark("picture"),document.getElementById("poster")?.remove()})))}fieldsOf(e){if(this.body==="person")return pp(e?{random:Lp[(e-1)%Lp.length]}:this.person);let t=e?Jb[(e-1)%Dp]:this.person.betas??[];return t.length?{rig:!0,betas:t}:{rig:!0}}colorOf(e){return Ip[e&&1+(e-1)%(Ip.length-1)]}shape(e=0){let t=this.fieldsOf(e),n=e>0&&this.body!=="person",i=`${this.body}/${JSON.stringify(t)}${n?"/other":""}`,r=async()=>n?(await this.shape()).reshaped(this.client,this.body,t.betas):yl.load(this.client,this.body,t);return this.shapes.has(i)||this.shapes.set(i,r().catch(o=>{throw this.shapes.delete(i),o})),this.shapes.get(i)}async open(){let e=await this.putScene(),t=this.stream=this.client.stream({WebSocket:this.app.Socket,...e?{scene:e}:{},profile:this.profile()});t.on("state",n=>this.stream===t&&this.app.connection(n)),t.on("event",n=>this.event(n)).on("stats",n=>this.app.stats(n)).on("frame",n=>this.frame(n)),t.on("error",n=>n.ref||this.app.say(n)),t.on("observed",n=>{this.mirror.observed=n}),t.on("lost",()=>this.marks.forgetPrints());try{await t.open()}catch(n){throw this.stream=null,n}await this.known.catch(()=>{}),this.counter.range(1,Math.min(Cl,t.welcome.limits?.characters??Cl)),await this.fill()}async putScene(){let e=Ml[this.scene];if(!e)return this.ground.show(null);let t=`page-${this.scene}`;return await this.client.putScene(t,e),this.ground.show(await this.client.json("GET",`/v1/scenes/${t}?heights=true`)),t}restart(){return this.change(async()=>{let{stream:e}=this;this.stream=null,this.clear(),await e?.leave().catch(()=>{}),await this.open()})}profile(){return{channels:["root","contacts","trajectory",this.figure==="bones"?"joints":"smpl"]}}clear(){for(let e of this.walkers)this.drop(e);this.walkers=[],this.chosen=0,this.marks.forgetPrints(),this.marks.trajectories([]),this.path.forget(),this.reach.stop(),this.meter.clear()}drop(e){for(let t of e.figures)t.dispose()}async fill(){for(;this.stream&&this.walkers.length>this.count;){let e=this.walkers.pop();await e.character.despawn().catch(()=>{}),this.drop(e),this.chosen>=this.walkers.length&&this.choose(0)}for(;this.stream&&this.walkers.length<this.count;){for(let r=this.walkers.length;r<Math.min(this.count,this.walkers.length+3);r++)this.shape(r).catch(()=>{});let e=this.walkers.length,t=await this.shape(e),n=await this.spawn(e,t);if(!n)break;let i={character:n,shape:t,heard:0,figures:[],color:this.colorOf(e)};this.walkers.push(i),this.dress(i)}}async spawn(e,{betas:t}){let n=this.opening.isOn?this.opening.place(e):ew(e).map((i,r)=>i+(this.walkers[0]?.last?.root[2*r]??0));try{return e===0&&this.mirror.isOn?await this.spawnMirrored(t):await this.stream.spawn({position:n,facing:this.opening.isOn?this.opening.facing(e):2.4*e,body:{model:this.body,betas:t}})}catch(i){if(i.code==="not_found"&&!this.walkers.length)throw Object.assign(new Error(N("noMotion")),{lasting:!0});return dt(i.code==="busy"?N("busy"):i.code==="limit"?N("limit"):i.detail),this.count=this.walkers.length,this.counter.set(this.count),null}}async spawnMirrored(e){this.opening.end();let{ahead:t}=this.view.camera.axes,n=await this.stream.spawn({drive:"observe",facing:Math.atan2(-t[0],-t[1]),body:{model:this.body,betas:e}});return n.input=()=>0,this.mirror.character=n,n}dress(e){this.drop(e);let t=this.figure==="bones"?null:new bi(e.shape,e.color,this.view);if(e.figures=t?[t]:[],this.figure!=="body"){let n=this.stream.welcome.skeletons.find(i=>i.model===e.character.model)??this.stream.welcome.skeletons[0];e.figures.push(new $r(n.joints,t?this.view.colors.mark:e.color,t))}for(let n of e.figures)n.group.visible=!1,this.figure==="both"&&n instanceof bi&&n.fade(.4),this.group.add(n.group)}setFigure(e){this.figure=e,this.change(async()=>{if(this.stream){await this.stream.profile(this.profile());for(let t of this.walkers)this.dress(t)}})}wear(e,t){return Object.assign(this,{body:e,person:t}),this.restart()}choose(e){this.walkers.length&&(this.walkers[this.chosen]?.character.input({move:[0,0]}),this.reach.stop(),this.chosen=e%this.walkers.length,this.mine.character.path?.wander&&this.mine.character.input({move:[0,0]}),this.meter.clear())}steer({time:e,characters:t}){let{mine:n,budget:i,input:r}=this,o=i.at(e);if(this.opening.steer(this.walkers,e))return;if(this.others==="copy"){let l=this.walkers.filter(c=>c!==n&&c.input!==r).sort((c,h)=>c.heard-h.heard).slice(0,o);for(let c of l)Object.assign(c,{input:r,heard:e}),c.character.input(r);return i.spend(l.length)}let a=t.find(l=>l.id===n?.character.id)?.root;a&&i.spend(_p(this.walkers.filter(l=>l!==n),[a[0],a[2]],o))}setOthers(e){this.others=e,this.input={move:[0,0]};for(let t of this.walkers)t!==this.mine&&t.character.input(t.input=this.input)}get mine(){return this.walkers[this.chosen]}frame(e){this.app.frame(),this.recorder?.take(e),this.recorder?.isFull&&this.record(),this.steer(e);let{mine:t}=this,n=t&&e.characters.find(o=>o.id===t.character.id);if(!n)return;let i=t.figures.find(o=>o instanceof bi),r=t.figures.find(o=>o instanceof $r);this.meter.take(n,e.time,i?.shape.joints??null,r?.names??[])}event({event:e,id:t,foot:n,position:i}){if(e==="footstep"){let r=this.walkers.find(o=>o.character.id===t);r&&this.marks.footprint(n==="left"?0:1,...i,r.last?.yaw??0)}e==="arrived"&&t===this.mine?.character.id&&this.path.arrived()}async record(){let{recorder:e}=this;if(this.recorder=e?null:new Tl,this.recordKnob.press(!e),this.recordKnob.firstChild.textContent=N(e?"record":"recording"),!e)return;if(!e.tracks.size)return dt(N("nothingRecorded"));let t=new Map(this.walkers.map(r=>[r.character.id,{rig:r.shape.rig,color:r.shape.isDressed?null:new ae(r.color).toArray(),rotations:o=>r.shape.rotations(o),lift:r.shape.lift}])),n=new Blob([e.glb(t)],{type:"model/gltf-binary"}),i=URL.createObjectURL(n);U("a",{href:i,download:"motion.glb"}).click(),setTimeout(()=>URL.revokeObjectURL(i),1e4),dt(N("recorded"),"hint")}link(){let e=new URLSearchParams({characters:this.count,scene:this.scene,figure:this.figure,others:this.others,model:this.body});for(let[t,n]of Object.entries(this.person))e.set(t,Array.isArray(n)?n.map(i=>Number(i.toFixed(4))).join(","):n);return e.set("view",this.view.camera.write()),`#motion?${e.toString().replace(/%2C/g,",")}`}readLink(){if(!location.hash.startsWith("#motion?"))return!1;let e=new URLSearchParams(location.hash.slice(8)),t=(e.get("betas")??"").split(",").filter(Boolean).map(Number),n=(r,o)=>{o.includes(e.get(r))&&(this[r]=e.get(r))};n("scene",Object.keys(Ml)),n("figure",["body","bones","both"]),n("others",["wander","copy"]),this.count=Math.min(Cl,Math.max(1,Math.round(Number(e.get("characters"))||1))),/^[\w.-]+$/.test(e.get("model")??"")&&(this.body=e.get("model"));let i=Object.fromEntries(Qb.filter(r=>e.get(r)).map(r=>[r,e.get(r)]));return t.length&&t.every(Number.isFinite)&&(i.betas=t),Object.keys(i).length&&(this.person=i),this.view.camera.read(e.get("view")),e.get("opening")!=="1"}async copy(){let e=`${location.origin}/${this.link()}`;await navigator.clipboard.writeText(e).then(()=>dt(N("linked"),"hint"),()=>dt(e,"hint"))}update(e,t){if(!this.group.visible)return;let n=this.stream?.sample()??[],i=new Map(n.map(r=>[r.id,r]));this.pose(i,t),this.darken(),this.marks.trajectories(this.walkers.length>24?[this.mine?.last].filter(Boolean):n),this.mine?.last&&!this.opening.isOn&&this.accompany(e,this.mine.last),this.opening.update(e),this.drive(t),this.reach.update()}pose(e,t){let{near:n}=this,i=this.view.camera.eye.position;n.length=0;for(let r of this.walkers){let o=e.get(r.character.id);o&&(r.last=o,r.far=r===this.mine?-1:Math.hypot(o.root[0]-i.x,o.root[2]-i.z),n.push(r))}n.sort((r,o)=>r.far-o.far),n.length>=Math.min(this.count,3)&&this.previews.splice(0).forEach(r=>r.dispose()),this.place(n),this.view.sun.castShadow=this.view.detail.shadows>0&&(n.length<30||!this.view.isSoftware),this.mine?.last&&this.meter.show(t,$b[this.mine.last.gait]??"stand")}theme(){this.shade.theme()}darken(){this.shade.begin();for(let e of this.previews)this.shade.below(e.places());this.near.forEach(({last:e,figures:[t]},n)=>{t&&(n===0||n<8&&t.group.parent)?this.shade.below(t.places()):this.shade.spot(e.root[0],e.root[2],.34,.6)}),this.shade.send()}triangles(e){let{first:t,rest:n}=this.view.detail,i=Un.find(r=>r*(e-1)<=Math.max(n*19,Un.at(-1)*(e-1)));return{first:t&&Math.max(t,i),rest:Math.max(n,i)}}enough(e,t){let n=this.view.camera.eye.position,{root:i}=e.last,r=1.7*this.view.pixelsAt(Math.hypot(i[0]-n.x,i[1]+.9-n.y,i[2]-n.z)),o=r*r/12,a=l=>Un.findLast(c=>c>=l*o)??Un[0];return e.triangles=Math.min(t,Math.max(a(.8),Math.min(a(1.2),e.triangles??0))),e.triangles}place(e){let{bodies:t}=this.view.detail,{first:n,rest:i}=this.triangles(e.length),r=this.view.isSoftware&&this.figure==="body"&&e.length>1,o=[];e.forEach((a,l)=>{let c=r&&(l>t||l===0&&n)&&a.last.smpl,h=l===0?n:i;c&&!(a.far<Pp)&&o.push({key:a.character.id,c:a.last,shape:a.shape,color:a.color,triangles:this.enough(a,h)});let u=a.far>=0&&a.far<Pp;for(let d of a.figures)c?(d.group.removeFromParent(),l===0&&d.pose(a.last)):(d.group.parent||this.group.add(d.group),d instanceof bi&&(d.triangles=this.figure==="both"?6e3:l===0?n:l<=t?0:i),d.pose(a.last),d.group.visible=!u)}),this.crowd.draw(o)}accompany(e,t){let{camera:n}=this.view,i=n.aim.clone();n.aim.set(t.root[0],t.root[1]+.92,t.root[2]);let[r,o]=[n.aim.x-i.x,n.aim.z-i.z],a=Math.hypot(r,o)/Math.max(.001,e);a>30&&n.target.copy(n.aim);let l=this.sticks.readPad().camera;if(n.turn(-2.2*e*l[0],1.4*e*l[1]),a<.4||a>8||n.time-n.touched<1.5||n.pointers.size)return;let{ahead:c,right:h}=n.axes,u=(r*h[0]+o*h[1])/(a*e);(r*c[0]+o*c[1])/(a*e)>-.5&&n.turn(-.55*e*u*Math.min(1,a),0)}drive(e){let t=this.sticks.read(),{mine:n}=this;if(!n||e<(this.nextInput??0))return;let{ahead:i,right:r}=this.view.camera.axes,o=t.right+t.sideways,a=[0,1].map(u=>t.ahead*i[u]+o*r[u]);(!t.idle||t.jump||t.crouch||t.jog)&&this.opening.end();let l=JSON.stringify([a.map(u=>u.toFixed(3)),t]);if(this.opening.isOn||l===this.sent||t.idle&&!t.jump&&!t.crouch&&n.character.path)return;this.nextInput=e+Yb/1e3,this.sent=l,n.character.path&&this.path.forget();let c=t.sideways!==0?1:0,h={move:a,gait:t.crouch?"crouch":t.run?"run":t.jog?"jog":"walk",jump:t.jump,strafe:c,look:c?i:null};n.character.input(h),this.input=h}makePanel(){this.counter=Nn({label:N("characters"),min:1,max:Cl,step:1,value:this.count,oninput:t=>{this.count=t},onchange:()=>this.change(()=>this.fill())});let e=t=>t.map(n=>[n,N(n)]);return this.recordKnob=We(U("span",{},N("record")),()=>this.record(),{keys:"V",pressed:!1}),U("section",{},this.counter,dn({label:N("others"),options:e(["wander","copy"]),value:this.others,onchange:t=>this.setOthers(t)}),dn({label:N("figure"),options:[["body",N("asBody")],["bones",N("asBones")],["both",N("both")]],value:this.figure,onchange:t=>this.setFigure(t)}),dn({label:N("scene"),options:e(Object.keys(Ml)),value:this.scene,onchange:t=>{this.scene=t,this.restart()}}),U("fieldset.row",{},U("legend",{},N("path")),this.path.buttons()),U("fieldset.row",{},U("legend",{},N("reach")),this.reach.buttons()),this.mirror.element,U("fieldset.row",{},U("legend",{},N("show")),Qi({label:N("trajectory"),value:this.marks.showTrajectory,onchange:t=>{this.marks.showTrajectory=t}}),Qi({label:N("footprints"),value:this.marks.showPrints,onchange:t=>{this.marks.showPrints=t}})),U(".row",{},this.recordKnob,We(N("reset"),()=>this.restart(),{keys:"Home"}),We(N("link"),()=>this.copy())),this.keyHelp())}keyHelp(){let e=[["W A S D / ↑ ← ↓ →","kMove"],["Shift","kJog",!0],["R","kRun",!0],["C","kCrouch",!0],["Space","kJump"],["Q E","kStrafe"],["[ ]","kTurn"],["+ −","kZoom"],["N","kNext"],["P","kPath"],["G","kReach"],["V","kRecord"]];return U("details.keys",{open:innerWidth>760&&innerHeight>820},U("summary",{},N("keys")),U("dl",{},e.map(([t,n,i])=>[U("dt",{},U("kbd",{},t)),U("dd",{},i?`${N(n)} (${N("hold")})`:N(n))])))}show(e){this.shown=e,this.group.visible=this.ground.group.visible=e,this.ground.plane.visible=!e||!this.ground.map,this.marks.show(e),this.sticks.active=e,e&&(this.view.camera.onrest=null),e&&(this.view.camera.grab=(t,n)=>this.reach.grab(n)??this.path.grab(n)),e&&(this.view.camera.heightAt=(t,n)=>this.ground.heightAt(t,n)),!e&&(this.mine?.character.input({move:[0,0]}),this.reach.stop())}};function tw(s){let e=(t,n)=>s.bones.find(i=>i.name===t)?.quaternion.setFromAxisAngle(new R(0,0,1),n);e("left_shoulder",-1.2),e("right_shoulder",1.2)}var nw=[["roundTrip","ms",1],["late","ms",2],["load","%",0],["rate","/s",0],["bytes","KB/s",1],["dropped","",0],["frames","/s",0]],Pl=class{constructor(e){Object.assign(this,{app:e,frames:0,bytes:0,latest:{},droppedBefore:null}),this.rows=new Map(nw.map(([t,n,i])=>[t,{unit:n,digits:i,plot:new Ks({width:280,length:60}),value:U("output",{},"–")}])),this.everyone=U("output",{},"–"),this.sessions=U("output",{},"–"),this.models=U(".models",{"aria-busy":"true"}),this.version=U("p.quiet"),this.panel=U("section",{},U(".plots",{},[...this.rows].map(([t,n])=>U(".plot-row",{},U("span",{},N(t)),n.value,n.plot.canvas))),U(".facts",{},U("span",{},N("everyone")),this.everyone,U("span",{},N("sessions")),this.sessions),U("h2",{},N("resident")),this.models,this.version,U("p.links",{},U("a",{href:"/docs"},N("interface")),U("a",{href:"/openapi.json"},"OpenAPI"),U("a",{href:"/metrics"},N("metrics")),U("a",{href:"/web/licences.txt"},N("licence")))),setInterval(()=>this.second(),1e3)}socketClass(){let e=this;return class extends WebSocket{constructor(...t){super(...t),this.addEventListener("message",({data:n})=>{e.bytes+=n.byteLength??n.length})}}}stats(e){this.latest=e,this.everyone.textContent=e.characters,this.sessions.textContent=e.sessions}second(){let{stream:e}=this.app.motion,t=this.latest,n=(t.dropped??0)-(this.droppedBefore??t.dropped??0),i=(performance.now()-(this.before??performance.now()-1e3))/1e3;this.before=performance.now(),this.droppedBefore=t.dropped??null,this.put("roundTrip",e?.clock.roundTrip===null||!e?null:1e3*e.clock.roundTrip),this.put("late",t.late_ms),this.put("load",t.load===void 0?null:100*t.load),this.put("rate",this.frames/i),this.put("bytes",this.bytes/1e3/i),this.put("dropped",n),this.put("frames",this.app.view.fps),this.frames=this.bytes=0}put(e,t){let n=this.rows.get(e);t!=null&&(n.value.textContent=`${t.toFixed(n.digits)} ${n.unit}`,n.plot.push(t))}show(e){e&&!this.asked&&this.load().catch(t=>this.app.say(t))}async load(){this.asked=!0;let[e,t]=await Promise.all([this.app.client.models(),this.app.client.json("GET","/v1/version")]);this.models.replaceChildren(...e.map(n=>U("details",{},U("summary",{},U("b",{},n.id),` ${N(n.kind)} · ${(n.resident_bytes/1e6).toFixed(1)} MB · ${n.licence??""}`),U("p.quiet",{},n.provenance??"")))),this.models.removeAttribute("aria-busy"),this.version.textContent=`posed ${t.version} · ${t.commit.slice(0,9)} · ${t.kernels}`}};performance.mark("script");var pn=s=>document.getElementById(s),iw=s=>{try{return localStorage.getItem(s)}catch{return null}},Np=(s,e)=>{try{localStorage.setItem(s,e)}catch{}},ou=class{constructor(e){this.root=document.documentElement,this.client=new tr(location.origin,{key:iw("posed.key")}),this.view=new xl(pn("view"),e),performance.mark("view"),this.server=new Pl(this),this.Socket=this.server.socketClass(),this.motion=new Il(this),this.tabs={motion:this.motion,body:new al(this),character:new hl(this),server:this.server,guide:new ul},pn("view").setAttribute("aria-label",N("view")),pn("panel").setAttribute("aria-label",N("panel")),this.makeBar(),this.show(this.tabs[location.hash.slice(1).split("?")[0]]?location.hash.slice(1).split("?")[0]:"motion")}makeBar(){this.knobs=Object.keys(this.tabs).map(e=>U("button",{type:"button",role:"tab",id:`tab-${e}`,"aria-controls":"panel",onclick:()=>this.tap(e),onkeydown:t=>{(t.key==="ArrowLeft"||t.key==="ArrowRight")&&(this.step(e,t.key==="ArrowLeft"?-1:1),t.stopPropagation())}},N(e))),pn("tabs").append(...this.knobs),pn("tools").append(We(N("language"),Lf,{title:"Language"}),We("◐",()=>this.setTheme(this.root.dataset.theme==="dark"?"light":"dark"),{title:N("theme")}),We("☰",()=>this.openPanel(document.body.classList.contains("bare")),{title:N("panel")})),document.addEventListener("click",e=>{e.detail>0&&e.target.closest?.("button,label")&&pn("view").focus({preventScroll:!0})})}openPanel(e){document.body.classList.toggle("bare",!e),this.view.resize()}tap(e){_l()&&e===this.tab?this.openPanel(document.body.classList.contains("bare")):this.show(e)}step(e,t){let n=Object.keys(this.tabs),i=n[(n.indexOf(e)+t+n.length)%n.length];this.show(i),pn(`tab-${i}`).focus()}show(e){this.tab=e;for(let n of this.knobs){let i=n.id===`tab-${e}`;n.setAttribute("aria-selected",i),n.tabIndex=i?0:-1}let t=n=>n===e||n==="motion"&&(e==="server"||e==="guide");for(let[n,i]of Object.entries(this.tabs))t(n)||i.show(!1);for(let[n,i]of Object.entries(this.tabs))t(n)&&i.show(!0);e!=="body"&&location.hash&&history.replaceState(null,"",e==="motion"?location.pathname:`#${e}`),pn("panel").replaceChildren(this.tabs[e].panel),pn("panel").setAttribute("aria-labelledby",`tab-${e}`),pn("hud").replaceChildren(this.tabs[e].hud??""),document.body.dataset.tab=e,_l()&&document.body.classList.toggle("bare",e==="motion"),this.view.resize()}setTheme(e){this.root.dataset.theme=e,Np("posed.theme",e),this.view.setTheme()}async start(){try{await this.motion.start()}catch(e){this.say(e)}this.tab==="server"&&this.server.show(!0)}connection(e){if(document.body.dataset.line=e,e==="open"||e==="closed")return this.banner("");e==="waiting"?this.banner(N("waiting")):this.motion.walkers.length||this.banner(N("connecting"))}stats(e){this.server.stats(e)}frame(){this.server.frames++}banner(e,t=null){pn("banner").replaceChildren(...e?[U("span",{},e),t].filter(Boolean):[])}say(e){if(console.warn(e),e instanceof ii&&e.status===401)return this.askKey();if(e.lasting)return this.banner(e.message);if(e instanceof TypeError&&/fetch/i.test(e.message))return this.banner(N("noServer"),We(N("again"),()=>location.reload()));if(e instanceof an&&["gave_up","taken_over","closed"].includes(e.code))return this.banner(e.code==="gave_up"?N("noServer"):N("closed"),We(N("again"),()=>{this.banner(""),this.motion.restart()}));dt({413:N("tooLarge"),429:N("tooFast"),503:N("full")}[e.status]??e.detail??e.message)}askKey(){if(document.querySelector("dialog[open]"))return;let e=U("input",{type:"password",autocomplete:"off",required:!0,"aria-label":N("key")}),t=U("dialog",{},U("form",{method:"dialog"},U("p",{},N("askKey")),e,U("button",{type:"submit"},N("open"))));t.addEventListener("close",()=>{Np("posed.key",e.value.trim()),location.reload()}),document.body.append(t),t.showModal()}};try{(globalThis.posed=new ou(await globalThis.drawing)).start()}catch(s){console.warn(s),pn("banner").textContent=/webgl/i.test(s.message)?N("noWebgl"):s.message}
