import{a as y,b as _,c as s}from"./chunk-H54I4WVB.js";var x=8192,A=({characters:e})=>e.map((t,o)=>({...t,name:`person${o+1}`,file:`person${o+1}.glb`})),C=(e,{model:t,fields:o})=>{let r=a=>typeof a=="object"&&!Array.isArray(a)?JSON.stringify(a):a,m=Object.fromEntries(Object.entries({format:"glb",...o}).map(([a,l])=>[a,r(l)]));return`${e}/v1/models/${t}/mesh?${new URLSearchParams(m).toString().replace(/%2C/g,",")}`},H=e=>`${e.replace(/^http/,"ws")}/v1/stream`,b=({scene:e})=>e?.body&&s(e.body).length<=x?s(e.body):null,L=({scene:e,notes:t})=>e&&!b({scene:e})?t.scene:null,O=({type:e})=>e==="input",N=({type:e,...t},o)=>s({type:e,...o,...t}),T=(...e)=>e.flat(1/0).filter(t=>t!=null).join(`
`),g={input:e=>[[],e],follow:({path:e,...t})=>[[e],t],sit:({seat:e,...t})=>[[e],t],look:({at:e,...t})=>[[e],t],reach:({joint:e,target:t,...o})=>[[e,t],o]};function k(e){let{base:t,key:o,scene:r,profile:m,notes:a}=e,l=A(e),h=o?` -H ${_(`Authorization: Bearer ${o}`)}`:"",u=b(e),d=(n,i)=>`curl -fsS${h} ${i}${_(n)}`;return T("#!/bin/bash",`# ${a.shell}`,"export LC_ALL=C # frames are bytes: in a multibyte locale, read would misread line ends",u&&d(`${t}/v1/scenes/${r.id}`,`-X PUT -H 'Content-Type: application/json' -d ${_(u)} `),L(e)&&`# ${L(e)}`,l.map(({glb:n,file:i})=>d(C(t,n),`-o ${i} `)),"",`coproc STREAM { websocat -t --protocol posed.v1${h} ${_(H(t))}; }`,'exec 3<&"${STREAM[0]}" 4>&"${STREAM[1]}"','say() { echo "$1" >&4; }',`spawn() { say "$1"; while read -r line <&3; do [[ $line == *'"type":"error"'* ]] && { echo "$line" >&2; exit 1; }; [[ $line =~ '"type":"spawned"'.*'"id":'([0-9]+) ]] && break; done; id=\${BASH_REMATCH[1]}; }`,"",`say ${_(s({type:"join",...r&&{scene:r.id}}))}`,`say ${_(s({type:"profile",...m,divisor:60}))}`,l.map(({name:n,spawn:i,does:c})=>[`spawn ${_(s({type:"spawn",...i}))}; ${n}=$id`,c.filter(p=>!O(p)).map(p=>`say ${P(p,n)}`)]),"",`while true; do # ${a.held}`,l.flatMap(({name:n,does:i})=>i.filter(O).map(c=>`  say ${P(c,n)}`)),'  read -r -t 1 line <&3 && [[ $line =~ \\{\\"type.* ]] && echo "${BASH_REMATCH[0]}"',"done")}var P=(e,t)=>`"${N(e,{id:0}).replace(/[\\"$`]/g,"\\$&").replace('\\"id\\":0',`\\"id\\":$${t}`)}"`;function B(e){let{base:t,key:o,scene:r,profile:m,notes:a}=e,l=A(e),h=b(e),u=({type:d,...n},i)=>{let[c,p]=g[d](n),E=Object.keys(p).length?[s(p)]:[];return`${d==="input"?"":"await "}${i}.${d}(${[...c.map(w=>s(w)??"null"),...E].join(", ")});`};return T(`// ${a.javascript}`,'import { Posed } from "posed-client";',"",`const posed = new Posed(${s(t)}${o?`, { key: ${s(o)} }`:""});`,h&&`await posed.putScene(${s(r.id)}, ${h});`,L(e)&&`// ${L(e)}`,`// ${a.bodies}`,l.map(({name:d,glb:n})=>`const ${d}Glb = await posed.glb(${s(n.model)}, ${s(n.fields)});`),"",`const stream = posed.stream({ ${r?`scene: ${s(r.id)}, `:""}profile: ${s(m)} });`,"await stream.open();",l.map(({name:d,spawn:n,does:i})=>[`const ${d} = await stream.spawn(${s(n)});`,i.map(c=>u(c,d))]),"","let second = 0;",'stream.on("frame", ({ time, characters }) => {',`  if (time < second + 1) return; // ${a.second}`,"  second = time;","  for (const { id, root, yaw } of characters) console.log(id, [...root], yaw);","});")}function I(e){let{base:t,key:o,scene:r,profile:m,notes:a}=e,l=A(e),h=b(e),u=n=>Object.entries(n).map(([i,c])=>`${i}=${y(c)}`),d=({type:n,...i},c)=>{let[p,E]=g[n](i);return`    ${c}.${n}(${[...p.map(w=>y(w??null)),...u(E)].join(", ")})`};return T(`# ${a.python}`,"import posed","",`client = posed.Client(${s(t)}${o?`, key=${s(o)}`:""})`,h&&`client.json("PUT", ${s(`/v1/scenes/${r.id}`)}, ${y(r.body)})`,L(e)&&`# ${L(e)}`,`# ${a.bodies}`,l.map(({name:n,glb:i})=>`${n}_glb = client.data("GET", ${s(C("",i))})`),"",`with client.sync_stream(${[...r?[`scene=${s(r.id)}`]:[],`profile=${y(m)}`].join(", ")}) as stream:`,l.map(({name:n,spawn:i,does:c})=>[`    ${n} = stream.spawn(${u(i).join(", ")})`,c.map(p=>d(p,n))]),"","    second = 0.0","    for frame in stream.frames():",`        if frame.time < second + 1:  # ${a.second}`,"            continue","        second = frame.time","        for c in frame.characters:","            print(c.id, c.root, c.yaw)")}var v=`
static posed_session session;
static uint32_t ids[PEOPLE]; /* ids of the spawned characters */
static int sent, done[PEOPLE]; /* number of sent first messages (profile, spawns); number of sent messages of each character */
static char heard[1 << 20];
static size_t heard_size;

/* Writes the next message to send, one a call. Returns its size, or 0 for none. */
static size_t next(char *out, size_t capacity)
{
    size_t size = posed_session_say(&session, out, capacity);
    if (size || session.state != POSED_JOINED) return size;
    if (sent <= PEOPLE) return sent++, (size_t)snprintf(out, capacity, "%s", sent == 1 ? PROFILE : people[sent - 2].spawn);
    for (int i = 0; i < PEOPLE; i++) {
        const char *does = ids[i] && done[i] < MESSAGES ? people[i].does[done[i]++] : NULL;
        if (does) return (size_t)snprintf(out, capacity, "{\\"id\\":%u,%s", (unsigned)ids[i], does);
    }
    return 0;
}

static void hear(int is_binary)
{
    static double second;
    posed_text text;
    posed_frame frame;
    posed_character c;
    if (!is_binary) {
        posed_text_type type = posed_session_text(&session, &text, heard, heard_size);
        if (type == POSED_TEXT_SPAWNED && text.ref >= 1 && text.ref <= PEOPLE) ids[text.ref - 1] = text.id;
    } else if (posed_frame_open(&frame, heard, heard_size) && frame.time >= second + 1) {
        second = frame.time;
        while (posed_session_next(&session, &frame, &c))
            printf("%u [%.3f, %.3f, %.3f] %.3f\\n", (unsigned)c.id, (double)c.root[0], (double)c.root[1], (double)c.root[2], (double)c.yaw);
    }
    heard_size = 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *data, size_t size)
{
    static unsigned char out[LWS_PRE + ROOM];
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: posed_session_opened(&session); break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (heard_size + size > sizeof heard) return -1;
        memcpy(heard + heard_size, data, size);
        heard_size += size;
        if (lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi)) hear(lws_frame_is_binary(wsi));
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        size = next((char *)out + LWS_PRE, ROOM);
        if (!size) return 0;
        lws_write(wsi, out + LWS_PRE, size, LWS_WRITE_TEXT);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* the only callback when a handshake gets no answer for 5 s */
        fputs("the stream has ended, or there was no answer\\n", stderr);
        exit(1);
@APPEND@    default: return 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

int main(void)
{
    static const struct lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, NULL, 0}, {0}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols@TLS@};
    struct lws *wsi = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    posed_session_init(&session, (uint32_t)time(NULL));
@SCENE@    lws_set_log_level(LLL_ERR, NULL);
    struct lws_client_connect_info to = {.context = lws_create_context(&info), .address = @HOST@, .host = @HOST@, .origin = @HOST@, .port = @PORT@, .path = @PATH@, .protocol = "posed.v1", .pwsi = &wsi@SSL@};
    if (!to.context || !lws_client_connect_via_info(&to)) return 1;
    for (time_t held = 0; lws_service(to.context, 0) >= 0;) {
        if (time(NULL) == held || !wsi) continue;
        held = time(NULL); /* @HELD@ */
        for (int i = 0; i < PEOPLE; i++) if (people[i].is_held) done[i] = 0;
        lws_callback_on_writable(wsi);
    }
    return 1;
}`;function U(e){let{base:t,key:o,scene:r,profile:m,notes:a}=e,l=A(e),{protocol:h,hostname:u,port:d,pathname:n}=new URL(t),i=h==="https:",c=b(e),p=l.map(({spawn:f,does:$},S)=>({spawn:s({type:"spawn",ref:`${S+1}`,...f}),does:$.map(R=>N(R).slice(1)),isHeld:$.some(O)})),E=Math.max(256,...p.flatMap(({spawn:f,does:$})=>[f,...$].map(S=>new TextEncoder().encode(S).length+32))),w=Math.max(1,...p.map(({does:f})=>f.length)),z={HOST:s(u),PATH:s(`${n.replace(/\/$/,"")}/v1/stream`),PORT:d||(i?"443":"80"),HELD:a.held,SCENE:r?`    strcpy(session.scene, ${s(r.id)});
`:"",TLS:i?", .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT":"",SSL:i?", .ssl_connection = LCCSCF_USE_SSL":"",APPEND:o?`    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
        unsigned char **at = data, *end = *at + size;
        static const char bearer[] = ${s(`Bearer ${o}`)};
        return lws_add_http_header_by_name(wsi, (const unsigned char *)"authorization:", (const unsigned char *)bearer, sizeof bearer - 1, at, end);
    }
`:""};return T(`/* ${a.c}`," *",l.map(({glb:f,file:$})=>` *     curl -o ${$} ${_(C(t,f))}${o?` -H ${_(`Authorization: Bearer ${o}`)}`:""}`),c&&` *     curl -X PUT ${_(`${t}/v1/scenes/${r.id}`)} -H 'Content-Type: application/json' -d ${_(c)}${o?` -H ${_(`Authorization: Bearer ${o}`)}`:""}`,L(e)&&` * ${L(e)}`," */",'#include "posed.h"',"","#include <libwebsockets.h>","#include <stdio.h>","#include <stdlib.h>","#include <string.h>","#include <time.h>","",`enum { PEOPLE = ${l.length}, MESSAGES = ${w}, ROOM = ${64*Math.ceil(E/64)} };`,`#define PROFILE ${s(s({type:"profile",...m}))}`,"static const struct {","    const char *spawn, *does[MESSAGES]; /* does: each message after its id */","    int is_held;","} people[PEOPLE] = {",p.map(({spawn:f,does:$,isHeld:S})=>`    {${s(f)},
     {${$.length?$.map(s).join(", "):"NULL"}}, ${S?1:0}},`),"};",v.slice(1).replace(/@([A-Z]+)@/g,(f,$)=>z[$]))}var j={"curl + websocat":k,JavaScript:B,Python:I,C:U};export{j as LANGUAGES};
