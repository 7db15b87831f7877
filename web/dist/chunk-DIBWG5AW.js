var e=()=>new URL(".",location.href).href.replace(/\/$/,"");export{e as a};
