# cmake -DOUT=FILE.cpp "-DFILES=a/x.html;a/y.js" -DDAGRE=PATH -P embed.cmake: the files as strings of C++, kReportFiles;
# dagre is one of them if it was found.
set(text "#include \"report_page.h\"\n\nnamespace hammock::cli {\n\nconst PageFile kPageFiles[] = {\n")
if(DAGRE)
  list(APPEND FILES "${DAGRE}")
endif()
foreach(path ${FILES})
  get_filename_component(name "${path}" NAME)
  file(READ "${path}" content)
  string(APPEND text "{\"${name}\", R\"embedded(${content})embedded\"},\n")
endforeach()
string(APPEND text "};\nstd::span<const PageFile> page_files() { return kPageFiles; }\n\n}  // namespace hammock::cli\n")
file(WRITE "${OUT}" "${text}")
