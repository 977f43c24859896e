<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="terrain" tilewidth="120" tileheight="104" tilecount="11" columns="1">
 <image source="terrain.png" width="120" height="1144"/>
 <tile id="0" type="clear"/>
 <tile id="1" type="field"/>
 <tile id="2" type="woods"/>
 <tile id="3" type="orchard"/>
 <tile id="4" type="bocage"/>
 <tile id="5" type="village"/>
 <tile id="6" type="town"/>
 <tile id="7" type="rough"/>
 <tile id="8" type="gully"/>
 <tile id="9" type="marsh"/>
 <tile id="10" type="water"/>
</tileset>
